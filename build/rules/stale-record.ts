import { type Bilingual, show } from '../messages.ts';
import { ownVerifier, type Record as VerificationRecord } from '../source/front-matter-schema.ts';
import { presentDigest } from '../trust/digest.ts';
import type { DraftRule } from './rule.ts';

export const staleRecord: DraftRule = {
  stage: 'draft',
  name: 'stale-record',
  severity: 'warning',
  about: {
    zh: '记录说的是它检查过的那个文本；文本改动以后，它不再为文章作证。',
    en: 'A record speaks of the text that was checked; once the text has changed, it vouches for the article no more.',
  },
  check(draft) {
    const { fields, frontMatter } = draft;
    if (fields.kind !== 'article' || !fields.checked?.success) return [];
    // Most articles have no such record, and a digest costs as much as writing the article out.
    const tied = fields.checked.data.verification.flatMap((record, index) =>
      record.digest === undefined ? [] : { record, index },
    );
    const present = tied.length === 0 ? undefined : presentDigest(draft);
    if (present === undefined) return [];
    const current = new Set(tied.flatMap(({ record }) => (record.digest === present ? record.verifier : [])));
    const newest = new Map<string, (typeof tied)[number]>();
    for (const one of tied) {
      const other = newest.get(one.record.verifier);
      if (other === undefined || timeOf(one.record) >= timeOf(other.record)) newest.set(one.record.verifier, one);
    }
    return [...newest.values()].flatMap(({ record: { verifier }, index }) =>
      current.has(verifier)
        ? []
        : {
            place: frontMatter.placeOf(['verification', index]),
            found: {
              zh: `来自 ${show(verifier)} 的记录，检查的是更早的文本`,
              en: `a record of ${show(verifier)} about an earlier text`,
            },
            expected: { zh: '对当前文本的记录', en: 'a record about the present text' },
            advice: verifier === ownVerifier ? verifyAgain : checkAgain,
          },
    );
  },
};

const timeOf = ({ at }: VerificationRecord): number => Date.parse(at);

const verifyAgain: Bilingual = {
  zh: '运行 `npm run verify -- --stale` 重新检查，或恢复原来的文本。',
  en: 'Run `npm run verify -- --stale` to check it again, or restore the text.',
};
const checkAgain: Bilingual = {
  zh: '重新检查，然后按 `npm run digest` 的输出更新 digest: 和 at:；或者恢复原来的文本。',
  en: 'Check again and update digest:, as `npm run digest` prints it, and at:. Or restore the text.',
};
