// What changed between the edition that was current then and the served one, as one list.
import { z } from 'zod';
import { articleId, domain, slug, timestamp, title } from '../../build/edition/article.ts';
import { fingerprint } from '../../build/edition/hash.ts';
import type { EarlierArticle, EarlierEdition, RemovedArticle } from '../history/history.ts';
import type { Library } from '../library.ts';
import {
  articleState,
  changedParts,
  changesStep,
  getStep,
  rowAt,
  stateAt,
  titleAt,
  trustReason,
} from './article-changes.ts';
import { type Outcome, problem } from './operation.ts';
import { buildId } from './parameters.ts';
import { pagination } from './search.ts';
import { type Since, type Start, sinceText, startOf } from './since.ts';

const side = z
  .strictObject({
    buildId: buildId.describe('Names the edition.'),
    publishedAt: timestamp.nullable().describe('ISO 8601, UTC; null for an edition that was never published.'),
  })
  .meta({ id: 'EditionName' });

const item = z
  .strictObject({
    change: z.enum(['removed', 'changed', 'added']).describe('What became of the article.'),
    id: articleId,
    slug: slug.describe('The present slug; of a removed article, its last one.'),
    title,
    domain,
    before: articleState.nullable().describe('As it was then; null when it was added.'),
    after: articleState.nullable().describe('As it is now; null when it was removed.'),
    parts: changedParts.optional(),
    trustReason: trustReason.optional(),
  })
  .meta({ id: 'ArticleChange' });
type Item = z.infer<typeof item>;

const countOf = (change: string) => z.int().min(0).describe(`Articles that were ${change}.`);

export const changesSinceOutput = z
  .strictObject({
    from: side.describe('The edition that was current then; when not complete, the one compared in its place.'),
    to: side.describe('The edition that is served now.'),
    complete: z.boolean().describe('False when that edition is no longer known, so that there may be more changes.'),
    hint: z.string().optional().describe('When not complete: why, and what to do.'),
    counts: z
      .strictObject({ removed: countOf('removed'), changed: countOf('changed'), added: countOf('added') })
      .describe('How many changes there are, on all pages.'),
    items: z.array(item).describe('Removed ones first, then changed and added ones; each by domain and slug.'),
    pagination: pagination.describe('Where this page lies among all changes.'),
  })
  .meta({ id: 'ChangesSince' });

interface Pages {
  page: number;
  pageSize: number;
}

type Entry =
  | { change: 'removed'; article: RemovedArticle }
  | { change: 'changed'; article: EarlierArticle }
  | { change: 'added'; position: number };

export function changesSince(library: Library, since: Since, pages: Pages): Outcome {
  const start = startOf(library, since);
  if (start.kind === 'problem') return problem(start.problem);
  const data = changesFrom(library, start, pages);
  const json = JSON.stringify(data);
  const nextStep = nextStepOf(library, data, sinceText(since));
  return { kind: 'data', pieces: [json], tag: fingerprint(`${json}\n${nextStep}`), nextStep };
}

export type ChangesSince = z.infer<typeof changesSinceOutput>;

/** What became of the articles since an edition; some of it, page by page. */
export function changesFrom(library: Library, start: Start, pages: Pages): ChangesSince {
  const entries = start.from === 'served' ? [] : entriesOf(start.from);
  const total = entries.length;
  const totalPages = Math.ceil(total / pages.pageSize);
  const shown = entries.slice((pages.page - 1) * pages.pageSize, pages.page * pages.pageSize);
  const countOf = (change: Entry['change']): number => entries.filter((entry) => entry.change === change).length;
  return {
    ...sidesOf(library, start),
    complete: start.hint === undefined,
    ...(start.hint !== undefined && { hint: start.hint }),
    counts: { removed: countOf('removed'), changed: countOf('changed'), added: countOf('added') },
    items: shown.map((entry) => itemOf(library, entry)),
    pagination: { page: pages.page, pageSize: pages.pageSize, total, totalPages },
  };
}

/** What no longer holds comes first: what is gone, and what is otherwise. */
function entriesOf({ removed, changed, added }: EarlierEdition): Entry[] {
  return [
    ...removed.map((article): Entry => ({ change: 'removed', article })),
    ...[...changed.values()].map((article): Entry => ({ change: 'changed', article })),
    ...added.map((position): Entry => ({ change: 'added', position })),
  ];
}

function sidesOf({ buildId, history }: Library, { from }: Start) {
  const to = { buildId, publishedAt: history.served?.publishedAt.toISOString() ?? null };
  return { from: from === 'served' ? to : { buildId: from.buildId, publishedAt: from.publishedAt.toISOString() }, to };
}

function itemOf(library: Library, entry: Entry): Item {
  if (entry.change === 'removed') {
    const { id, title, domain, before } = entry.article;
    return { change: 'removed', id, slug: before.slug, title, domain, before, after: null };
  }
  const position = entry.change === 'added' ? entry.position : entry.article.position;
  const { id, slug, domain } = rowAt(library, position);
  const present = { id, slug, title: titleAt(library, position), domain };
  const after = stateAt(library, position);
  if (entry.change === 'added') return { change: 'added', ...present, before: null, after };
  const { before, parts, trustReason } = entry.article;
  return { change: 'changed', ...present, before, after, parts: [...parts], trustReason };
}

/** The next page, then the first article that is otherwise or new; with nothing to fetch, how to ask next time. */
function nextStepOf(
  { buildId }: Library,
  { items, pagination: { page, pageSize, totalPages } }: ChangesSince,
  since: string,
): string {
  if (page < totalPages) return changesStep(since, { page: page + 1, pageSize });
  if (page > totalPages && totalPages > 0) return changesStep(since, { page: totalPages, pageSize });
  const fetched = items.find(({ after }) => after !== null);
  return fetched === undefined ? changesStep(buildId) : getStep(fetched.slug);
}
