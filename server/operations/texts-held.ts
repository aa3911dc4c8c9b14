// The parameter `have` lists texts that the caller has read. The answer says which of them are outdated. The server stores nothing about
// the caller.
import { z } from 'zod';
import { presentState, title } from '../../build/edition/article-schema.ts';
import { fingerprint } from '../../build/edition/hash.ts';
import { articleIdPattern, slugLengthMax, slugPattern } from '../../build/edition/vocabulary.ts';
import type { EarlierArticle, RemovedArticle } from '../history/history.ts';
import type { Library } from '../library.ts';
import { invalid, type Problem, shown } from '../problems.ts';
import { changedParts, changesStep, getStep, presentStateOf, rowAt, titleAt, trustReason } from './article-changes.ts';
import { type Outcome, problem } from './operation.ts';
import { buildId, digestDigitsMin, digestSource, nextStep } from './parameters.ts';

export const textsMax = 100;

const [idSource, slugSource] = [articleIdPattern, slugPattern].map(({ source }) => source.slice(1, -1));
/** The pattern of an entry. Group 1 is the name, and group 2 the digits in any case. A section after them is ignored. */
const entrySource = `(${idSource}|(?=.{1,${slugLengthMax}}@)${slugSource})@${digestSource}(?:#[^,]*)?`;

export const have = z
  .string()
  .meta({
    pattern: `^\\s*${entrySource}\\s*(?:,\\s*${entrySource}\\s*){0,${textsMax - 1}}$`,
    description: `slug@digest,…: up to ${textsMax} texts that you hold, each with a slug, a former slug or an id, and its digest, of which ${digestDigitsMin} hexadecimal digits are enough; a #section after it is ignored (write # as %23)`,
  })
  .optional();

const heldText = z
  .strictObject({
    given: z.string().describe('The entry as it was given.'),
    slug: z
      .string()
      .describe('The present slug; for a removed article its last one, and for an unknown one the name as given.'),
    digest: z
      .string()
      .regex(/^sha256-[0-9a-f]{12,64}$/)
      .describe('sha256-<hex>, with the digits that were given.'),
    state: z
      .enum(['current', 'outdated', 'removed', 'unknown'])
      .describe(
        'current: the text still holds. outdated: the article has another text now. removed: a kept edition had the article, and it is gone. unknown: no kept edition has it under this name.',
      ),
    title: title.optional(),
    current: presentState.nullable().describe('The article as it is now.'),
    parts: changedParts
      .optional()
      .describe('For an outdated text that a kept edition has: what has changed in the article since that text.'),
    trustReason: trustReason.optional(),
    nextStep: nextStep.optional().describe('For an outdated text: the request that gets the present one.'),
  })
  .meta({ id: 'HeldText' });
type HeldText = z.infer<typeof heldText>;

const countOf = (state: string) => z.int().min(0).describe(`Texts that are ${state}.`);

export const textsHeldOutput = z
  .strictObject({
    buildId: buildId.describe('The id of the edition that is served now.'),
    counts: z
      .strictObject({
        current: countOf('current'),
        outdated: countOf('outdated'),
        removed: countOf('removed'),
        unknown: countOf('unknown'),
      })
      .describe('The number of texts in each state.'),
    items: z.array(heldText).describe('The texts in the order given; a text that is given twice appears once.'),
  })
  .meta({ id: 'TextsHeld' });

export function textsHeld(library: Library, given: string): Outcome {
  const texts = given.split(',').map((text) => text.trim());
  const fault = faultIn(texts);
  if (fault !== undefined) return problem({ ...fault, nextStep: changesStep(library.buildId) });
  const items = new Map<string, HeldText>();
  for (const text of texts) {
    const [, name = '', digits = ''] = entryPattern.exec(text) ?? [];
    const digest = `sha256-${digits.toLowerCase()}`;
    const key = `${name}@${digest}`;
    if (!items.has(key)) items.set(key, heldTextOf(library, { given: text, name, digest }));
  }
  const all = [...items.values()];
  const countOf = (state: HeldText['state']): number => all.filter((item) => item.state === state).length;
  const data: z.infer<typeof textsHeldOutput> = {
    buildId: library.buildId,
    counts: {
      current: countOf('current'),
      outdated: countOf('outdated'),
      removed: countOf('removed'),
      unknown: countOf('unknown'),
    },
    items: all,
  };
  const json = JSON.stringify(data);
  const nextStep = all.find((item) => item.nextStep !== undefined)?.nextStep ?? changesStep(library.buildId);
  return { kind: 'data', pieces: [json], tag: fingerprint(`${json}\n${nextStep}`), nextStep };
}

const entryPattern = new RegExp(`^${entrySource}$`);
const entryAllowed = `slug@digest: a slug or an id, @, and the digest or its first digits, at least ${digestDigitsMin}; several are separated by commas`;
/** The maximum number of wrong entries in a problem; a caller with one mistake usually repeats it in all entries. */
const faultsMax = 10;

function faultIn(texts: readonly string[]): Problem | undefined {
  if (texts.length > textsMax) {
    const allowed = `at most ${textsMax} entries; send the others in further requests`;
    return invalid([{ parameter: 'have', given: `${texts.length} entries`, allowed }]);
  }
  const faults = texts.filter((text) => !entryPattern.test(text));
  if (faults.length === 0) return undefined;
  const details = faults.slice(0, faultsMax).map((text) => shown(text));
  return {
    ...invalid(details.map((fault) => ({ parameter: 'have', given: fault, allowed: entryAllowed }))),
    message: `have: ${faults.length} of ${texts.length} entries are not slug@digest`,
    hint: 'An article’s digest is the field digest of its JSON: GET /api/v1/articles/<slug>?format=json.',
  };
}

function heldTextOf(library: Library, asked: { given: string; name: string; digest: string }): HeldText {
  const { given, name, digest } = asked;
  const article = articleMeant(library, name, digest);
  if (article === undefined) return { given, slug: name, digest, state: 'unknown', current: null };
  if (typeof article !== 'number') {
    const { title, before } = article;
    return { given, slug: before.slug, digest, state: 'removed', title, current: null };
  }
  const row = rowAt(library, article);
  const known = { given, slug: row.slug, digest, title: titleAt(library, article), current: presentStateOf(row) };
  if (row.digest.startsWith(digest)) return { ...known, state: 'current' };
  const was = lastWith(library, article, digest);
  const change = was && { parts: [...was.parts], trustReason: was.trustReason };
  return { ...known, state: 'outdated', ...change, nextStep: getStep(row.slug) };
}

/**
 * The article that the caller has read: its position, or the removed article. The name may belong to another article now, so
 * an article that had this digest under the name takes precedence over the article that has the name now.
 */
function articleMeant(library: Library, name: string, digest: string): number | RemovedArticle | undefined {
  const { positionOfSlug, positionOfOtherName, history } = library;
  const now = positionOfSlug.get(name) ?? positionOfOtherName.get(name);
  const known = [...(now === undefined ? [] : [now]), ...(history.formerNames.get(name) ?? [])];
  const hadDigest = (article: number | RemovedArticle): boolean =>
    typeof article === 'number'
      ? rowAt(library, article).digest.startsWith(digest) || lastWith(library, article, digest) !== undefined
      : article.before.digest.startsWith(digest);
  return known.find(hadDigest) ?? known[0];
}

/** The article in the newest kept edition in which its text has this digest. */
const lastWith = ({ history }: Library, position: number, digest: string): EarlierArticle | undefined =>
  history.earlier
    .map(({ changed }) => changed.get(position))
    .find((article) => article?.before.digest.startsWith(digest));
