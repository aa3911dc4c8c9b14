// The fields that describe how well an answer matches: whether anything answers, which words are unknown, and which words of a long
// question were used.
import { z } from 'zod';
import type { Library } from '../library.ts';
import type { Matches } from '../search/ranking.ts';
import { matchKinds, matchOf, unmatchedWords } from '../search/relevance.ts';
import { usedOf, wholeQuestionMax } from '../search/telling-words.ts';

export const match = z
  .enum(matchKinds)
  .optional()
  .describe(
    'With q: whether any article here answers. strong: probably; weak: perhaps; none: nothing answers, even if articles are listed. The relevance of a hit is the probability that this hit answers.',
  );

export const unmatched = z
  .array(z.string())
  .optional()
  .describe('Words of q that no text here has, not even in a similar spelling. Absent when there are none.');

export const used = z
  .string()
  .optional()
  .describe(
    `The words that were searched for, if they are not q itself: the most informative ones of a q of more than ${wholeQuestionMax} characters; those of mainland China for a q in Traditional characters, if the texts use them more often.`,
  );

export interface MatchMembers {
  match?: z.infer<typeof match>;
  unmatched?: string[];
  used?: string;
}

/** Replaces `q` by the words that are searched for, so that links and suggestions repeat these words. */
export function withUsedWords<Given extends { q?: string | undefined }>(
  library: Library,
  given: Given,
): Given & { isExtract?: boolean } {
  if (given.q === undefined) return given;
  const q = usedOf(given.q, library.collection);
  return q === given.q ? given : { ...given, q, isExtract: [...given.q].length > wholeQuestionMax };
}

/**
 * The fields that describe how well an answer matches. `asked` is the question, and `used` the words of it that were searched for. Without
 * a question there are no such fields.
 */
export function matchMembers(
  library: Library,
  matches: Matches,
  { asked, used: q }: { asked: string | undefined; used: string | undefined },
): MatchMembers {
  const found = matchOf(matches);
  if (found === undefined || q === undefined) return {};
  const words = unmatchedWords(q, matches, library.collection);
  return { match: found, ...(words.length > 0 && { unmatched: words }), ...(q !== asked && { used: q }) };
}
