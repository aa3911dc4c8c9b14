// Every rule of the compiler. A new rule is a file beside this one and a line here.
import { articleLinks } from './article-links.ts';
import { caseCollision } from './case-collision.ts';
import { codeLanguage } from './code-language.ts';
import { codeLineLength } from './code-line-length.ts';
import { complexity } from './complexity.ts';
import { dateOrder } from './date-order.ts';
import { domainFolder } from './domain-folder.ts';
import { emptyHeading } from './empty-heading.ts';
import { exampleMarks } from './example-marks.ts';
import { fileSize } from './file-size.ts';
import { frontMatterSchema } from './front-matter-schema.ts';
import { futureRecord } from './future-record.ts';
import { headingLevels } from './heading-levels.ts';
import { imageSource } from './image-source.ts';
import { imageText } from './image-text.ts';
import { languageHeadingsRule } from './language-headings.ts';
import { leadParagraph } from './lead-paragraph.ts';
import { nesting } from './nesting.ts';
import { otherFiles } from './other-files.ts';
import { ownAnchors } from './own-anchors.ts';
import { pageLinks } from './page-links.ts';
import { parityCode } from './parity-code.ts';
import { parityHeadings } from './parity-headings.ts';
import { parityIdentifiers } from './parity-identifiers.ts';
import { parityLinks } from './parity-links.ts';
import { parityNumbers } from './parity-numbers.ts';
import { parityTables } from './parity-tables.ts';
import { plainFiles } from './plain-files.ts';
import { qaPairing } from './qa-pairing.ts';
import { recordDigest } from './record-digest.ts';
import { referenceLinks } from './reference-links.ts';
import { related } from './related.ts';
import type { Rule } from './rule.ts';
import { safetyRules } from './safety.ts';
import { slug } from './slug.ts';
import { staleRecord } from './stale-record.ts';
import { styleRules } from './style.ts';
import { tableCells } from './table-cells.ts';
import { titleLength } from './title-length.ts';
import { unfinishedRules } from './unfinished.ts';
import { uniqueId } from './unique-id.ts';
import { uniqueSlug } from './unique-slug.ts';
import { utf8 } from './utf-8.ts';

export const rules: readonly Rule[] = [
  plainFiles,
  fileSize,
  utf8,
  complexity,
  domainFolder,
  slug,
  otherFiles,
  nesting,
  frontMatterSchema,
  titleLength,
  dateOrder,
  recordDigest,
  staleRecord,
  languageHeadingsRule,
  headingLevels,
  emptyHeading,
  leadParagraph,
  ownAnchors,
  referenceLinks,
  imageText,
  imageSource,
  codeLanguage,
  codeLineLength,
  exampleMarks,
  tableCells,
  qaPairing,
  parityHeadings,
  parityCode,
  parityLinks,
  parityNumbers,
  parityIdentifiers,
  parityTables,
  uniqueId,
  uniqueSlug,
  caseCollision,
  futureRecord,
  related,
  articleLinks,
  pageLinks,
  ...safetyRules,
  ...styleRules,
  ...unfinishedRules,
];
