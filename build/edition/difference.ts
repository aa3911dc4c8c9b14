// Computes the differences between two editions, article by article. Articles are matched by id, so a renamed article is found
// again. This module compares lists of snapshots, reads no files and produces no text.
import { z } from 'zod';
import { article, questionAndAnswer, relatedArticle, verificationRecord } from './article-schema.ts';
import type { CatalogueRow } from './catalogue.ts';
import { byCodeUnit } from './hash.ts';
import { type Language, languages } from './vocabulary.ts';

const { id, title, summary, content, author, tags, keywords } = article.shape;
const { riskLevel, createdAt, publishedAt, updatedAt, verificationStatus, confidenceScore, digest } = article.shape;

/** The compared fields of an article's JSON. Unknown fields are ignored, because another version of the compiler may write more. */
export const comparedArticle = z.object({
  ...{ id, title, summary, content, author, tags, keywords },
  ...{ riskLevel, createdAt, publishedAt, updatedAt, verificationStatus, confidenceScore, digest },
  qa: z.array(z.object(questionAndAnswer.pick({ question: true, answer: true }).shape)),
  relatedArticles: z.array(z.object(relatedArticle.pick({ id: true }).shape)),
  verificationRecords: z.array(z.object(verificationRecord.shape)),
});
export type ComparedArticle = z.infer<typeof comparedArticle>;

type Named = Pick<CatalogueRow, 'id' | 'slug' | 'aliases' | 'domain'>;

/** An article as one edition holds it. */
export interface ArticleSnapshot extends Named {
  /** Identifies the bytes that `read` returns. With equal fingerprints, `read` is not called. */
  fingerprint: string;
  read(): ComparedArticle;
}

/** An article in one of the two editions, with the fields that a list of changes shows. */
export interface ArticleState extends Pick<ComparedArticle, 'id' | 'title' | 'digest' | 'riskLevel' | 'updatedAt'> {
  domain: Named['domain'];
  slug: string;
  verificationStatus: ComparedArticle['verificationStatus'];
  confidenceScore: number;
}

const textParts = ['title', 'summary', 'content', 'qa'] as const;
const nameParts = ['slug', 'domain', 'aliases'] as const;
const fieldParts = ['author', 'tags', 'keywords', 'riskLevel', 'createdAt', 'publishedAt', 'updatedAt'] as const;
const otherParts = ['relatedArticles', 'verificationRecords'] as const;
/** Every part that can change, in the order in which changes are listed. */
export const articleParts = [...textParts, ...nameParts, ...fieldParts, ...otherParts] as const;
export type ChangedPart =
  | { part: (typeof textParts)[number]; languages: Language[] }
  | { part: (typeof nameParts | typeof fieldParts | typeof otherParts)[number] };

/**
 * The reason why the status or the score changed. `text`: the text was edited after its verification. `text-restored`: the text
 * matches its verification again. `records`: the verification records changed. `text-and-records`: both changed. `computation`:
 * no records became stale or changed, so the weight of the records or the computation of trust must have changed.
 */
export const trustReasons = ['text', 'text-restored', 'records', 'text-and-records', 'computation'] as const;
export type TrustReason = (typeof trustReasons)[number];

export interface ArticleChange {
  before: ArticleState;
  after: ArticleState;
  /** In the order of `articleParts`. Empty when only the trust changed. */
  parts: ChangedPart[];
  /** Null when status and score are unchanged. */
  trustReason: TrustReason | null;
}

/**
 * Each list is ordered by domain, then by slug. Added and changed articles are ordered by their domain and slug in the later
 * edition, removed articles by those in the earlier edition.
 */
export interface EditionDifference {
  added: ArticleState[];
  removed: ArticleState[];
  changed: ArticleChange[];
}

export function differenceBetween(
  before: readonly ArticleSnapshot[],
  after: readonly ArticleSnapshot[],
): EditionDifference {
  const earlier = new Map(before.map((snapshot) => [snapshot.id, snapshot]));
  const later = new Set(after.map(({ id }) => id));
  const isNew = ({ id }: ArticleSnapshot): boolean => !earlier.has(id);
  const isGone = ({ id }: ArticleSnapshot): boolean => !later.has(id);
  return {
    added: inOrder(after.filter(isNew)).map((snapshot) => stateOf(snapshot, snapshot.read())),
    removed: inOrder(before.filter(isGone)).map((snapshot) => stateOf(snapshot, snapshot.read())),
    changed: inOrder(after).flatMap((snapshot) => {
      const own = earlier.get(snapshot.id);
      return own === undefined ? [] : (changeBetween(own, snapshot) ?? []);
    }),
  };
}

const inOrder = (snapshots: readonly ArticleSnapshot[]): ArticleSnapshot[] => [...snapshots].sort(byDomainAndSlug);

export function byDomainAndSlug(left: Pick<Named, 'domain' | 'slug'>, right: Pick<Named, 'domain' | 'slug'>): number {
  return byCodeUnit(left.domain, right.domain) || byCodeUnit(left.slug, right.slug);
}

export function stateOf({ domain, slug }: Named, read: ComparedArticle): ArticleState {
  const { id, title, verificationStatus, confidenceScore, riskLevel, updatedAt, digest } = read;
  return { id, domain, slug, title, verificationStatus, confidenceScore, riskLevel, updatedAt, digest };
}

/** Whether an article is unchanged. If so, its JSON need not be read from either edition. */
export function isUnchanged(earlier: Omit<ArticleSnapshot, 'read'>, later: Omit<ArticleSnapshot, 'read'>): boolean {
  return earlier.fingerprint === later.fingerprint && nameParts.every((part) => isSame(earlier[part], later[part]));
}

/** The change of one article. Undefined when all fields that are compared are equal. */
export function changeBetween(earlier: ArticleSnapshot, later: ArticleSnapshot): ArticleChange | undefined {
  if (isUnchanged(earlier, later)) return undefined;
  const names = nameParts.filter((part) => !isSame(earlier[part], later[part])).map((part) => ({ part }));
  const [before, after] = [earlier.read(), later.read()];
  const changed: ChangedPart[] = [...changedTexts(before, after), ...names, ...changedFields(before, after)];
  const trustReason = trustReasonOf(before, after);
  if (changed.length === 0 && trustReason === null) return undefined;
  return { before: stateOf(earlier, before), after: stateOf(later, after), parts: changed, trustReason };
}

function changedTexts(before: ComparedArticle, after: ComparedArticle): ChangedPart[] {
  return textParts.flatMap((part) => {
    const changed = languages.filter(
      (language) => !isSame(textIn(before, part, language), textIn(after, part, language)),
    );
    return changed.length === 0 ? [] : [{ part, languages: changed }];
  });
}

function textIn(read: ComparedArticle, part: (typeof textParts)[number], language: Language): unknown {
  if (part !== 'qa') return read[part][language];
  return read.qa.map(({ question, answer }) => [question[language], answer[language]]);
}

function changedFields(before: ComparedArticle, after: ComparedArticle): ChangedPart[] {
  const changed: ChangedPart[] = fieldParts
    .filter((part) => !isSame(before[part], after[part]))
    .map((part) => ({ part }));
  const related = ({ relatedArticles }: ComparedArticle): string[] => relatedArticles.map(({ id }) => id);
  if (!isSame(related(before), related(after))) changed.push({ part: 'relatedArticles' });
  if (!hasSameRecords(before, after)) changed.push({ part: 'verificationRecords' });
  return changed;
}

/**
 * Whether the records are the same. With an edited text, `stale` is ignored, because the edit itself makes records stale. With an
 * unchanged text, `stale` changes only if the digest in a record did.
 */
function hasSameRecords(before: ComparedArticle, after: ComparedArticle): boolean {
  const isSameText = before.digest === after.digest;
  const records = ({ verificationRecords }: ComparedArticle): unknown =>
    verificationRecords.map(({ stale, ...record }) => (isSameText ? { ...record, stale } : record));
  return isSame(records(before), records(after));
}

function trustReasonOf(before: ComparedArticle, after: ComparedArticle): TrustReason | null {
  const isSameTrust =
    before.verificationStatus === after.verificationStatus && before.confidenceScore === after.confidenceScore;
  if (isSameTrust) return null;
  const isSameText = before.digest === after.digest;
  if (!hasSameRecords(before, after)) return isSameText ? 'records' : 'text-and-records';
  const staleBefore = before.verificationRecords.filter(({ stale }) => stale).length;
  const staleAfter = after.verificationRecords.filter(({ stale }) => stale).length;
  if (staleBefore === staleAfter) return 'computation';
  return staleAfter > staleBefore ? 'text' : 'text-restored';
}

/** Compares plain values by their JSON, which is reliable because all keys are in the order of the schema. */
function isSame(left: unknown, right: unknown): boolean {
  if (typeof left === 'string' || left === right) return left === right;
  return JSON.stringify(left) === JSON.stringify(right);
}
