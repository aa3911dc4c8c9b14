// All rules of the compiler. To add a rule, write it in the file of its subject and add it to the array at the end of that file.
import { codeRules } from './code.ts';
import { fileRules } from './files.ts';
import { frontMatterRules, siteFile } from './front-matter.ts';
import { headingRules } from './headings.ts';
import { imageRules } from './images.ts';
import { limitRules } from './limits.ts';
import { linkRules } from './links.ts';
import { parityRules } from './parity.ts';
import { qaRules } from './qa.ts';
import { recordRules } from './records.ts';
import type { Rule } from './rule.ts';
import { safetyRules } from './safety.ts';
import { styleRules } from './style.ts';
import { tableRules } from './tables.ts';
import { unfinishedRules } from './unfinished.ts';

export const rules: readonly Rule[] = [
  ...fileRules,
  siteFile,
  ...limitRules,
  ...frontMatterRules,
  ...recordRules,
  ...headingRules,
  ...linkRules,
  ...imageRules,
  ...codeRules,
  ...tableRules,
  ...qaRules,
  ...safetyRules,
  ...styleRules,
  ...unfinishedRules,
  ...parityRules,
];
