// Rules about verification records: which text a record is for, and when the check took place.
import { show } from '../messages.ts';
import { ownVerifier } from '../source/front-matter-schema.ts';
import { presentDigest } from '../trust/digest.ts';
import { isOverdue } from '../trust/trust.ts';
import type { DraftRule, Rule, SiteRule } from './rule.ts';

const recordDigest: DraftRule = {
  stage: 'draft',
  name: 'record-digest',
  severity: 'warning',
  about: {
    zh: '记录用摘要值说明检查的是哪个文本；没有摘要值的记录算作过时。',
    en: 'The digest of a record names the text that was checked; a record without a digest is stale.',
  },
  check({ fields, frontMatter }) {
    if (fields.kind !== 'article' || !fields.checked?.success) return [];
    return fields.checked.data.verification.flatMap(({ verifier, digest }, index) => {
      if (digest !== undefined) return [];
      return {
        place: frontMatter.placeOf(['verification', index]),
        found: {
          zh: `来自 ${show(verifier)} 的一条没有摘要值的记录`,
          en: `a record of ${show(verifier)} without a digest`,
        },
        expected: { zh: '所检查文本的摘要值', en: 'the digest of the text that was checked' },
        advice: {
          zh: '如果检查的就是当前文本，按 `npm run digest` 的输出加上 digest:；在此之前，这条记录算作过时。',
          en: 'If the present text is the text that was checked, add digest: with the output of `npm run digest`. Until then the record is stale.',
        },
      };
    });
  },
};

export const staleRecord: DraftRule = {
  stage: 'draft',
  name: 'stale-record',
  severity: 'warning',
  about: {
    zh: '记录只对它检查过的文本有效；文本改动以后，这条记录不再算数。',
    en: 'A record applies only to the text that was checked. Once the text changes, that record no longer counts.',
  },
  check(draft) {
    const { fields, frontMatter } = draft;
    if (fields.kind !== 'article' || !fields.checked?.success) return [];
    const records = fields.checked.data.verification.map((record, index) => ({ ...record, index }));
    const tied = records.filter(({ digest }) => digest !== undefined);
    // Compute the digest only if a record has one. Most articles have no such record, and a digest costs as much as rendering.
    const present = tied.length === 0 ? undefined : presentDigest(draft);
    if (present === undefined) return [];
    const current = new Set(tied.filter(({ digest }) => digest === present).map(({ verifier }) => verifier));
    const newest = new Map<string, (typeof tied)[number]>();
    for (const record of tied) {
      const other = newest.get(record.verifier);
      if (other === undefined || Date.parse(record.at) >= Date.parse(other.at)) newest.set(record.verifier, record);
    }
    return [...newest.values()]
      .filter(({ verifier }) => !current.has(verifier))
      .map(({ verifier, index }) => ({
        place: frontMatter.placeOf(['verification', index]),
        found: {
          zh: `来自 ${show(verifier)} 的记录，检查的是更早的文本`,
          en: `a record of ${show(verifier)} about an earlier text`,
        },
        expected: { zh: '对当前文本的记录', en: 'a record about the present text' },
        advice:
          verifier === ownVerifier
            ? {
                zh: '运行 `npm run verify -- --stale` 重新检查，或恢复原来的文本。',
                en: 'Run `npm run verify -- --stale` to check it again, or restore the text.',
              }
            : {
                zh: '重新检查，然后按 `npm run digest` 的输出更新 digest: 和 at:；或者恢复原来的文本。',
                en: 'Check the text again, set digest: to the output of `npm run digest`, and update at:. Or restore the earlier text.',
              },
      }));
  },
};

/**
 * The maximum time by which a record may be ahead of this machine's clock. It covers clocks that differ and a local time written
 * as UTC.
 */
const aheadMsMax = 24 * 60 * 60 * 1000;

// This rule runs at the stage `site`, because findings of the stage `draft` are cached until the file changes, but this finding
// disappears with time.
const futureRecord: SiteRule = {
  stage: 'site',
  name: 'future-record',
  severity: 'error',
  about: {
    zh: '记录的时间不在将来：否则它会一直是最新的一条，之后的记录都不算数。',
    en: 'No record is dated in the future: such a record would remain the newest one even after later checks.',
  },
  check({ articles, now = Number.POSITIVE_INFINITY }) {
    const records = articles.flatMap((article) => article.records.map((record) => ({ ...record, path: article.path })));
    return records
      .filter(({ at }) => Date.parse(at) > now + aheadMsMax)
      .map(({ path, verifier, at, place }) => ({
        path,
        place,
        found: {
          zh: `记录的时间 ${show(at)} 在将来，来自 ${show(verifier)}`,
          en: `the time ${show(at)}, which lies in the future, in a record of ${show(verifier)}`,
        },
        expected: { zh: '检查时的 UTC 时间', en: 'the time of the check, in UTC' },
        advice: {
          zh: '改正 at:；如果时间没错，检查这台机器的时钟。',
          en: 'Correct the time after at:, or correct the clock of this machine if that time is right.',
        },
      }));
  },
};

const reviewOverdue: SiteRule = {
  stage: 'site',
  name: 'review-overdue',
  severity: 'warning',
  onlyInCheck: true,
  about: {
    zh: 'reviewBy 的日期还没有过：过了之后，文章至多是“部分验证”。',
    en: 'The day of reviewBy has not passed; after that day the article is at most partially verified.',
  },
  check({ articles, now = 0 }) {
    const today = new Date(now).toISOString().slice(0, 10);
    return articles.flatMap(({ path, reviewBy }) =>
      reviewBy === null || !isOverdue(reviewBy.value, today)
        ? []
        : {
            path,
            place: reviewBy.place,
            found: { zh: `已经过去的复核日期 ${reviewBy.value}`, en: `a review that was due by ${reviewBy.value}` },
            expected: { zh: '今天或之后的日期', en: 'a day that has not passed' },
            advice: {
              zh: '重新核对文章，改正过时的内容，然后写上新的日期。',
              en: 'Check the article again, correct what is outdated, then set reviewBy to a later day.',
            },
          },
    );
  },
};

export const recordRules: readonly Rule[] = [recordDigest, staleRecord, futureRecord, reviewOverdue];
