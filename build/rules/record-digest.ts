import { show } from '../messages.ts';
import type { DraftRule } from './rule.ts';

export const recordDigest: DraftRule = {
  stage: 'draft',
  name: 'record-digest',
  severity: 'warning',
  about: 'A record says by its digest which text was checked; without one it counts as stale.',
  check({ fields, frontMatter }) {
    if (fields.kind !== 'article' || !fields.checked?.success) return [];
    return fields.checked.data.verification.flatMap(({ verifier, digest }, index) =>
      digest !== undefined
        ? []
        : {
            place: frontMatter.placeOf(['verification', index]),
            found: `a record of ${show(verifier)} without a digest`,
            expected: 'the digest of the text that was checked',
            advice:
              'If that is the present text, add digest: as `stele digest` prints it. Until then the record is stale.',
          },
    );
  },
};
