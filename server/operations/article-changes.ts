// Schemas and functions that the answers about changes share: the state of an article, its changes, and next steps.
import { z } from 'zod';
import {
  bilingual,
  confidenceScore,
  digest,
  type presentState,
  slug,
  verificationStatus,
} from '../../build/edition/article-schema.ts';
import type { CatalogueRow } from '../../build/edition/catalogue.ts';
import { articleParts, trustReasons } from '../../build/edition/difference.ts';
import { apiPrefix, articlePath } from '../../build/edition/locations.ts';
import { languages } from '../../build/edition/vocabulary.ts';
import type { Library } from '../library.ts';
import { defaultPageSize } from './parameters.ts';

export const articleState = z
  .strictObject({ slug, digest, verificationStatus, confidenceScore })
  .meta({ id: 'ArticleState' });

export const changedParts = z
  .array(
    z
      .strictObject({
        part: z.enum(articleParts).describe('The field that changed; qa for the questions and answers.'),
        languages: z
          .array(z.enum(languages))
          .optional()
          .describe('The languages in which the part changed; only for title, summary, content and qa.'),
      })
      .meta({ id: 'ChangedPart' }),
  )
  .describe('The changed fields; empty when only the trust changed.');

export const trustReason = z
  .enum(trustReasons)
  .nullable()
  .describe(
    'Why the status or the score changed: the text was edited after it was checked, or is again the text that was checked; the verification records changed; both of these; or the way trust is computed changed. Null when status and score are the same.',
  );

export function rowAt({ articles }: Library, position: number): CatalogueRow {
  const row = articles[position];
  if (row === undefined) throw new RangeError(`no article at position ${position}`);
  return row;
}

const titled = z.object({ title: bilingual });

export const presentStateOf = ({ slug, digest, verificationStatus, confidenceScore, updatedAt }: CatalogueRow) =>
  ({ slug, digest, verificationStatus, confidenceScore, updatedAt }) satisfies z.infer<typeof presentState>;

export function titleAt(library: Library, position: number): z.infer<typeof bilingual> {
  return titled.parse(JSON.parse(library.body(position, 'item.both').toString('utf8'))).title;
}

export const getStep = (slug: string): string => `GET ${articlePath(slug)}`;

/** The request that lists changes; parameters with their default value are left out. */
export function changesStep(since: string, { page, pageSize } = { page: 1, pageSize: defaultPageSize }): string {
  const query = new URLSearchParams({ since });
  if (page !== 1) query.set('page', String(page));
  if (pageSize !== defaultPageSize) query.set('pageSize', String(pageSize));
  return `GET ${apiPrefix}/changes?${query}`;
}
