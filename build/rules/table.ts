// Every rule of the compiler. A new rule is a file beside this one and a line here.
import { articleLinks } from './article-links.ts';
import { caseCollision } from './case-collision.ts';
import { complexity } from './complexity.ts';
import { controlCharacters } from './control-characters.ts';
import { dateOrder } from './date-order.ts';
import { domainFolder } from './domain-folder.ts';
import { fileSize } from './file-size.ts';
import { frontMatterSchema } from './front-matter-schema.ts';
import { headingLevels } from './heading-levels.ts';
import { htmlComments } from './html-comments.ts';
import { invisibleCharacters } from './invisible-characters.ts';
import { languageHeadingsRule } from './language-headings.ts';
import { nesting } from './nesting.ts';
import { otherFiles } from './other-files.ts';
import { ownAnchors } from './own-anchors.ts';
import { placeholders } from './placeholders.ts';
import { plainFiles } from './plain-files.ts';
import { qaPairing } from './qa-pairing.ts';
import { recordDigest } from './record-digest.ts';
import { referenceLinks } from './reference-links.ts';
import { related } from './related.ts';
import type { Rule } from './rule.ts';
import { safeFrontMatter } from './safe-front-matter.ts';
import { slug } from './slug.ts';
import { titleLength } from './title-length.ts';
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
  controlCharacters,
  invisibleCharacters,
  nesting,
  safeFrontMatter,
  frontMatterSchema,
  titleLength,
  dateOrder,
  recordDigest,
  languageHeadingsRule,
  headingLevels,
  htmlComments,
  ownAnchors,
  referenceLinks,
  qaPairing,
  placeholders,
  uniqueId,
  uniqueSlug,
  caseCollision,
  related,
  articleLinks,
];
