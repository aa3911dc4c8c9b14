// List changes: reports the articles that have changed since a time or an edition. Or, of the texts that a caller has read, reports those
// that are outdated.
import { z } from 'zod';
import { articleId, domain, slug, timestamp, title } from '../../build/edition/article-schema.ts';
import { fingerprint } from '../../build/edition/hash.ts';
import type { EarlierArticle, EarlierEdition, RemovedArticle } from '../history/history.ts';
import type { Library } from '../library.ts';
import { invalid, type ProblemDetail, shown } from '../problems.ts';
import { articleState, changedParts, changesStep, getStep, rowAt, titleAt, trustReason } from './article-changes.ts';
import { type Outcome, operation, problem } from './operation.ts';
import { buildId, defaultPageSize, page, pageSize } from './parameters.ts';
import { earlierBuildId, sampleArticle } from './samples.ts';
import { pagination } from './search.ts';
import { type Since, type Start, since, sinceText, startOf } from './since.ts';
import { have, textsHeld, textsHeldOutput } from './texts-held.ts';

const side = z
  .strictObject({
    buildId: buildId.describe('The id of the edition.'),
    publishedAt: timestamp.nullable().describe('ISO 8601, UTC; null for an edition that was never published.'),
  })
  .meta({ id: 'EditionName' });

const item = z
  .strictObject({
    change: z.enum(['removed', 'changed', 'added']).describe('The kind of change.'),
    id: articleId,
    slug: slug.describe('The present slug; of a removed article, its last one.'),
    title,
    domain,
    before: articleState.nullable().describe('The article in the older of the two editions; null when it was added.'),
    after: articleState.nullable().describe('The article in the newer of the two editions; null when it was removed.'),
    parts: changedParts.optional(),
    trustReason: trustReason.optional(),
  })
  .meta({ id: 'ArticleChange' });
type Item = z.infer<typeof item>;

const countOf = (change: string) => z.int().min(0).describe(`Articles that were ${change}.`);

const changesSinceOutput = z
  .strictObject({
    from: side.describe(
      'The edition that the parameter since refers to; when complete is false, the edition compared in its place.',
    ),
    to: side.describe('The edition that is served now.'),
    complete: z
      .boolean()
      .describe(
        'False when the edition that the parameter since refers to is unknown or unreadable; there may then be more changes than are listed.',
      ),
    hint: z.string().optional().describe('When complete is false: the reason, and what to do.'),
    counts: z
      .strictObject({ removed: countOf('removed'), changed: countOf('changed'), added: countOf('added') })
      .describe('The number of changes on all pages.'),
    items: z
      .array(item)
      .describe(
        'The removed articles, then the changed ones, then the added ones; each group is sorted by domain and slug.',
      ),
    pagination: pagination.describe('Where this page lies among all changes.'),
  })
  .meta({ id: 'ChangesSince' });

interface Pages {
  page: number;
  pageSize: number;
}

function changesSince(library: Library, since: Since, pages: Pages): Outcome {
  const start = startOf(library, since);
  if (start.kind === 'problem') return problem(start.problem);
  const data = changesFrom(library, start, pages);
  const json = JSON.stringify(data);
  const nextStep = nextStepOf(library, data, sinceText(since));
  return { kind: 'data', pieces: [json], tag: fingerprint(`${json}\n${nextStep}`), nextStep };
}

export type ChangesSince = z.infer<typeof changesSinceOutput>;

const unchanged: Pick<EarlierEdition, 'removed' | 'changed' | 'added'> = { removed: [], changed: new Map(), added: [] };

/** A page of the changes since an edition. */
export function changesFrom(library: Library, { from, hint }: Start, { page, pageSize }: Pages): ChangesSince {
  const { buildId, history } = library;
  const to = { buildId, publishedAt: history.served?.publishedAt.toISOString() ?? null };
  const { removed, changed, added } = from === 'served' ? unchanged : from;
  // Removed articles come first, because readers must stop using them.
  const all = [...removed, ...changed.values(), ...added];
  return {
    from: from === 'served' ? to : { buildId: from.buildId, publishedAt: from.publishedAt.toISOString() },
    to,
    complete: hint === undefined,
    ...(hint !== undefined && { hint }),
    counts: { removed: removed.length, changed: changed.size, added: added.length },
    items: all.slice((page - 1) * pageSize, page * pageSize).map((entry) => itemOf(library, entry)),
    pagination: { page, pageSize, total: all.length, totalPages: Math.ceil(all.length / pageSize) },
  };
}

/** Makes the item of an entry, which is a removed article, a changed article, or the position of a new article. */
function itemOf(library: Library, entry: RemovedArticle | EarlierArticle | number): Item {
  if (typeof entry !== 'number' && 'id' in entry) {
    const { id, title, domain, before } = entry;
    return { change: 'removed', id, slug: before.slug, title, domain, before, after: null };
  }
  const position = typeof entry === 'number' ? entry : entry.position;
  const { id, slug, domain, digest, verificationStatus, confidenceScore } = rowAt(library, position);
  const after = { slug, digest, verificationStatus, confidenceScore };
  const present = { id, slug, title: titleAt(library, position), domain };
  if (typeof entry === 'number') return { change: 'added', ...present, before: null, after };
  const { before, parts, trustReason } = entry;
  return { change: 'changed', ...present, before, after, parts: [...parts], trustReason };
}

/**
 * The suggested request. Before the last page, it gets the next page. On the last page, it gets a changed or new article, or if there is
 * none, the changes since the served edition.
 */
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

const input = z.strictObject({
  since,
  have,
  // These two have no defaults here, because a request with `have` is valid only if it does not give them.
  page: page.unwrap().optional(),
  pageSize: pageSize.unwrap().optional(),
});

const onlyOne = 'exactly one of since and have';
const hint =
  'since=<buildId or time> lists what changed since then; have=slug@digest,… tells which of the texts you hold are outdated.';

function faultsOf({ since, have, page, pageSize }: z.infer<typeof input>): ProblemDetail[] {
  if (since === undefined && have === undefined) return [{ parameter: 'since', given: null, allowed: onlyOne }];
  if (have === undefined) return [];
  const others = { since: since && sinceText(since), page: page?.toString(), pageSize: pageSize?.toString() };
  return Object.entries(others).flatMap(([parameter, value]) => {
    if (value === undefined) return [];
    const allowed = parameter === 'since' ? onlyOne : `${parameter} only with since; an answer to have has no pages`;
    return [{ parameter, given: shown(value), allowed }];
  });
}

export const listChanges = operation({
  name: 'listChanges',
  summary: 'Find out what changed',
  description:
    'Says whether what you have read still holds. With since, lists the articles that were removed, changed and added between the edition that was current then and the present one. With have, says for each text that you hold whether it is current, outdated or removed. Send exactly one of the two; page and pageSize go with since.',
  subject: 'Changes',
  path: '/changes',
  endpoint: 'other',
  mayMiss: true,
  input,
  output: z.union([changesSinceOutput, textsHeldOutput]),
  samples(library) {
    const found = sampleArticle(library);
    if (found === undefined) return [];
    const earlier = library.history.earlier[0]?.buildId ?? library.buildId;
    const current = `${found.slug}@${found.digest.slice(0, 'sha256-'.length + 12)}`;
    const outdated = `${found.id}@${earlierBuildId.slice(0, 12)}`;
    return [
      {
        name: 'since',
        summary: 'The changes since an edition.',
        given: { since: earlier, page: '1', pageSize: '20' },
      },
      { name: 'have', summary: 'Two texts, one of them outdated.', given: { have: `${current},${outdated}` } },
      { name: 'neither', summary: 'A request without since and have.', given: {} },
      { name: 'notKept', summary: 'An edition that is no longer kept.', given: { since: '000000000000' } },
    ];
  },
  run({ library }, given) {
    const details = faultsOf(given);
    if (details.length > 0) return problem(invalid(details, { hint, nextStep: changesStep(library.buildId) }));
    if (given.have !== undefined) return textsHeld(library, given.have);
    if (given.since === undefined) throw new Error('neither since nor have was given');
    return changesSince(library, given.since, {
      page: given.page ?? 1,
      pageSize: given.pageSize ?? defaultPageSize,
    });
  },
});
