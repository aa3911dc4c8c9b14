// A site of articles with equal relevance and age, to test the order of equal results.
import { publishedWith } from '../build/sources.ts';
import { articleText, contentOf } from '../site.ts';

/** Creates a content folder with six articles of the same text; four of them are verified, with different scores. */
export function twins(): Promise<string> {
  const { digest } = publishedWith({});
  const record = (examples: string) =>
    `[{ verifier: v, result: passed, at: 2026-01-05T00:00:00Z, digest: ${digest}, examples: ${examples} }]`;
  const much = record('{ ran: 9, failed: 0, skipped: 0 }');
  const little = record('{ ran: 1, failed: 0, skipped: 9 }');
  const articles = { zz: much, bb: little, aa: undefined, ab: undefined, ba: little, yy: much };
  const files = Object.entries(articles).map(([name, verification]) => [
    `skill/twin-${name}.md`,
    articleText({ id: `art_${name}`, fields: verification === undefined ? {} : { verification } }),
  ]);
  return contentOf(Object.fromEntries(files));
}

/** The slugs, ordered by confidence and then by id. */
export const twinsByConfidence = ['twin-yy', 'twin-zz', 'twin-ba', 'twin-bb', 'twin-aa', 'twin-ab'];
/** The slugs, ordered by id. */
export const twinsById = [...twinsByConfidence].sort();
