// Every rule of the compiler. A new rule goes into the file of its subject, and into the array at the end of that file.
import { bareUrls } from './bare-urls.ts';
import { cjkSpacing } from './cjk-spacing.ts';
import { codeRules } from './code.ts';
import { controlCharacters } from './control-characters.ts';
import { fileRules } from './files.ts';
import { frontMatterRules } from './front-matter.ts';
import { headingRules } from './headings.ts';
import { htmlComments } from './html-comments.ts';
import { imageRules } from './images.ts';
import { invisibleCharacters } from './invisible-characters.ts';
import { limitRules } from './limits.ts';
import { linkSchemes } from './link-schemes.ts';
import { linkRules } from './links.ts';
import { lookAlikeLetters } from './look-alike-letters.ts';
import { modelInstructions } from './model-instructions.ts';
import { parityCode } from './parity-code.ts';
import { parityHeadings } from './parity-headings.ts';
import { parityIdentifiers } from './parity-identifiers.ts';
import { parityLinks } from './parity-links.ts';
import { parityNumbers } from './parity-numbers.ts';
import { parityTables } from './parity-tables.ts';
import { placeholders } from './placeholders.ts';
import { qaRules } from './qa.ts';
import { rawHtml } from './raw-html.ts';
import { recordRules } from './records.ts';
import type { Rule } from './rule.ts';
import { safeFrontMatter } from './safe-front-matter.ts';
import { tableRules } from './tables.ts';
import { templateText } from './template-text.ts';
import { terms } from './terms.ts';

export const rules: readonly Rule[] = [
  ...fileRules,
  ...limitRules,
  safeFrontMatter,
  ...frontMatterRules,
  ...recordRules,
  ...headingRules,
  ...linkRules,
  ...imageRules,
  ...codeRules,
  ...tableRules,
  ...qaRules,
  controlCharacters,
  invisibleCharacters,
  lookAlikeLetters,
  htmlComments,
  rawHtml,
  linkSchemes,
  modelInstructions,
  bareUrls,
  cjkSpacing,
  terms,
  placeholders,
  templateText,
  parityHeadings,
  parityCode,
  parityLinks,
  parityNumbers,
  parityIdentifiers,
  parityTables,
];
