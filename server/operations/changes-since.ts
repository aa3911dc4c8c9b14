// What changed between the edition that was current then and the served one, as one list.
import { z } from 'zod';
import { articleId, domain, slug, timestamp, title } from '../../build/edition/article.ts';
import { fingerprint } from '../../build/edition/hash.ts';
import type { EarlierArticle, EarlierEdition, RemovedArticle } from '../history/history.ts';
import { type KeptEdition, newestFirst, shortName } from '../history/kept-editions.ts';
import type { Library } from '../library.ts';
import { invalid, notFound, type Problem, shown } from '../problems.ts';
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

// The parameter `since`, and the kept edition that it means: an edition by its name, or the one that was current at a time.

export type Since = { kind: 'edition'; prefix: string } | { kind: 'time'; time: Date };

/** A buildId or its beginning, as long as other places show it. */
const prefixPattern = /^[0-9a-f]{12,64}$/;
const isoTime = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

export const since = z
  .string()
  .transform((text, { issues }): Since => {
    const read = sinceIn(text);
    if (read !== undefined) return read;
    issues.push({ code: 'custom', input: text });
    return z.NEVER;
  })
  .meta({
    type: 'string',
    anyOf: [/^[0-9a-fA-F]{12,64}$/, z.regexes.date, z.regexes.datetime({ offset: true })].map(({ source }) => ({
      pattern: source,
    })),
    description:
      'a buildId, or at least its first 12 hexadecimal digits; or a date such as 2026-11-20, or a date and time with Z or an offset such as 2026-11-20T08:30:00Z (ISO 8601; write + as %2B)',
  })
  .optional();

function sinceIn(text: string): Since | undefined {
  const prefix = text.toLowerCase();
  if (prefixPattern.test(prefix)) return { kind: 'edition', prefix };
  const time = new Date(isoTime.safeParse(text).success ? text : Number.NaN);
  return Number.isNaN(time.getTime()) ? undefined : { kind: 'time', time };
}

/** As it can be given again. */
export const sinceText = (given: Since): string => (given.kind === 'edition' ? given.prefix : given.time.toISOString());

export interface Start {
  kind: 'start';
  /** What to compare the served edition with. */
  from: EarlierEdition | 'served';
  /** Why there may be more changes than this comparison shows; undefined when there are not. */
  hint?: string;
}

export function startOf(library: Library, given: Since): Start | { kind: 'problem'; problem: Problem } {
  return given.kind === 'time' ? startAt(library, given.time) : startNamed(library, given.prefix);
}

function startNamed(library: Library, prefix: string): Start | { kind: 'problem'; problem: Problem } {
  const { earlier, incomparable } = library.history;
  const has = ({ buildId }: { buildId: string }): boolean => buildId.startsWith(prefix);
  const damaged = incomparable.filter(has);
  const meant = [...(has(library) ? (['served'] as const) : []), ...earlier.filter(has)];
  const [from] = meant;
  if (meant.length + damaged.length > 1) {
    return {
      kind: 'problem',
      problem: invalid(
        [{ parameter: 'since', given: shown(prefix), allowed: 'more digits: several editions begin so' }],
        {
          nextStep: changesStep(library.buildId),
        },
      ),
    };
  }
  return from === undefined
    ? { kind: 'problem', problem: notKept(library, prefix, damaged.length > 0) }
    : { kind: 'start', from };
}

function notKept(library: Library, prefix: string, isDamaged: boolean): Problem {
  const oldest = comparableOf(library).at(-1)?.buildId ?? library.buildId;
  const fault = isDamaged ? 'is kept, but cannot be read' : 'is not kept';
  return notFound(`The edition ${shortName(prefix)} ${fault}, so it cannot be compared.`, {
    hint: `The oldest edition to compare with is ${oldest}. Whatever is kept, have=slug@digest,… tells which of the texts you hold are outdated.`,
    nextStep: changesStep(oldest),
  });
}

type Candidate = KeptEdition & { from: EarlierEdition | 'served' | undefined };

/** The edition that was current at a time is the one that was published last before it. */
function startAt(library: Library, time: Date): Start {
  const { served, incomparable } = library.history;
  if (served === undefined) return { kind: 'start', from: 'served', hint: unknownHint };
  // An older edition may be served again: then the ones after it were current until somebody pointed back.
  if (time >= served.since) return { kind: 'start', from: 'served' };
  const candidates = [
    ...comparableOf(library),
    ...incomparable.map((edition): Candidate => ({ ...edition, from: undefined })),
  ].sort(newestFirst);
  const at = candidates.findIndex(({ publishedAt }) => publishedAt <= time);
  const current = at === -1 ? undefined : candidates[at];
  if (current?.from !== undefined) return { kind: 'start', from: current.from };
  const comparable = candidates.filter(({ from }) => from !== undefined);
  const nearest = comparable.find(({ publishedAt }) => publishedAt <= time) ?? comparable.at(-1);
  const why =
    current === undefined
      ? 'Editions from before that time are no longer kept'
      : 'The edition that was current at that time cannot be read';
  return {
    kind: 'start',
    from: nearest?.from ?? 'served',
    hint: `${why}, so the served one is compared with that of ${nearest?.publishedAt.toISOString()}. ${haveHint}`,
  };
}

/** Every edition that can be compared, the served one included, newest first. */
function comparableOf({ buildId, history }: Library): Candidate[] {
  const own = history.served === undefined ? [] : [{ buildId, publishedAt: history.served.publishedAt }];
  return [
    ...own.map((edition): Candidate => ({ ...edition, from: 'served' })),
    ...history.earlier.map((edition): Candidate => ({ ...edition, from: edition })),
  ].sort(newestFirst);
}

const haveHint = 'have=slug@digest,… tells of any text whether it is outdated, whatever is kept.';
const unknownHint = `Earlier editions are not known here. ${haveHint}`;
