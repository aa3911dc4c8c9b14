// What the examples of the documentation ask: requests that show what operations answer on the edition that is served. The same
// edition gives the same ones, whatever was published before it.
import { sha256 } from '../../build/edition/hash.ts';
import type { Library } from '../library.ts';
import type { AgentRecord } from '../state/store.ts';
import { titleAt } from './article-changes.ts';

export interface Sample {
  /** Unique within an operation. */
  name: string;
  /** What it shows. */
  summary: string;
  /** Parameters as callers write them. */
  given: Readonly<Record<string, string>>;
  /** The calling agent, where the operation needs one. */
  agent?: { id: string; record: AgentRecord | undefined };
}

/** An article for the samples: of those with the highest score the one that is said in the fewest bytes. */
export function sampleArticle(library: Library) {
  const sizes = library.articles.map(({ bodies }) => bodies['json.both'][1]);
  const best = Math.max(...library.articles.map(({ confidenceScore }) => confidenceScore));
  const candidates = library.articles.flatMap(({ confidenceScore }, position) =>
    confidenceScore === best ? [position] : [],
  );
  const [position = 0] = candidates.sort((left, right) => (sizes[left] ?? 0) - (sizes[right] ?? 0) || left - right);
  const row = library.articles[position];
  return row && { ...row, position, title: titleAt(library, position) };
}

/** The moment of the samples: when an article of the edition was last changed. */
export const sampleTime = ({ articles }: Library): Date =>
  new Date(articles.reduce((newest, { updatedAt }) => Math.max(newest, Date.parse(updatedAt)), 0));

const dayMs = 86_400_000;

/** The library with one edition before it, in which the article of the samples was still missing. */
export function sampleLibrary(library: Library): Library {
  const added = sampleArticle(library);
  const publishedAt = sampleTime(library);
  return {
    ...library,
    history: {
      served: { publishedAt, since: publishedAt },
      earlier: [
        {
          buildId: earlierBuildId,
          publishedAt: new Date(publishedAt.getTime() - dayMs),
          removed: [],
          changed: new Map(),
          added: added === undefined ? [] : [added.position],
        },
      ],
      incomparable: [],
      formerNames: new Map(),
    },
  };
}

export const earlierBuildId = sha256('the edition before the one of the samples');
