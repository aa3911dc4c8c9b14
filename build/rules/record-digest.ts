import { show } from '../messages.ts';
import type { DraftRule } from './rule.ts';

export const recordDigest: DraftRule = {
  stage: 'draft',
  name: 'record-digest',
  severity: 'warning',
  about: {
    zh: '记录用摘要值说明检查的是哪个文本；没有摘要值的记录算作过时。',
    en: 'A record says by its digest which text was checked; without one it counts as stale.',
  },
  check({ fields, frontMatter }) {
    if (fields.kind !== 'article' || !fields.checked?.success) return [];
    return fields.checked.data.verification.flatMap(({ verifier, digest }, index) =>
      digest !== undefined
        ? []
        : {
            place: frontMatter.placeOf(['verification', index]),
            found: {
              zh: `来自 ${show(verifier)} 的一条没有摘要值的记录`,
              en: `a record of ${show(verifier)} without a digest`,
            },
            expected: { zh: '所检查文本的摘要值', en: 'the digest of the text that was checked' },
            advice: {
              zh: '如果检查的就是当前文本，按 `npm run digest` 的输出加上 digest:；在此之前，这条记录算作过时。',
              en: 'If that is the present text, add digest: as `npm run digest` prints it. Until then the record is stale.',
            },
          },
    );
  },
};
