// Sample requests for the examples in the documentation, which show the answers of the operations from the served edition. The same
// edition always gives the same samples, whatever was published before it.
import { type CatalogueRow, placeOf } from '../../build/edition/catalogue.ts';
import { sha256 } from '../../build/edition/hash.ts';
import type { Library } from '../library.ts';
import type { AgentRecord } from '../state/store.ts';
import { titleAt } from './article-changes.ts';

export interface Sample {
  /** The name of the sample, unique within an operation. */
  name: string;
  /** A caption for the example. */
  summary: string;
  /** The parameters of the request, as callers write them. */
  given: Readonly<Record<string, string>>;
  /** The calling agent, where the operation needs one. */
  agent?: { id: string; record: AgentRecord | undefined };
}

/** The article that the samples use: the shortest of the articles with the highest confidence score. */
export function sampleArticle(library: Library) {
  const { articles } = library;
  const isBetter = (left: CatalogueRow, right: CatalogueRow): boolean =>
    left.confidenceScore === right.confidenceScore
      ? bytesOf(left) < bytesOf(right)
      : left.confidenceScore > right.confidenceScore;
  const [first] = articles;
  if (first === undefined) return undefined;
  const best = articles.reduce((chosen, row) => (isBetter(row, chosen) ? row : chosen), first);
  const position = articles.indexOf(best);
  return { ...best, position, title: titleAt(library, position) };
}

/** A question that finds the sample article, and filters that it passes. */
export function sampleCriteria(library: Library) {
  const found = sampleArticle(library);
  if (found === undefined) return undefined;
  const { domain, verificationStatus: status, confidenceScore, riskLevel, title } = found;
  const filters = { domain, status, minConfidence: String(confidenceScore), maxRisk: riskLevel };
  return { q: title.en ?? '', filters };
}

const bytesOf = ({ bodies }: CatalogueRow): number => placeOf(bodies, 'json.both')[1];

/** The time in the samples: when the edition's newest article was last changed. The list of articles begins with the newest one. */
export const sampleTime = ({ articles: [newest] }: Library): Date => new Date(newest?.updatedAt ?? 0);

const dayMs = 86_400_000;

/** The library with one previous edition in which the sample article was still missing. */
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
      texts: new Map(),
    },
  };
}

export const earlierBuildId = sha256('the edition before the one of the samples');
