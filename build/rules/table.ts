// Every rule of the compiler. A new rule is a file beside this one and a line here.
import { articleLinks } from './article-links.ts';
import { controlCharacters } from './control-characters.ts';
import { domainFolder } from './domain-folder.ts';
import { frontMatterSchema } from './front-matter-schema.ts';
import { headingLevels } from './heading-levels.ts';
import { languageHeadingsRule } from './language-headings.ts';
import { otherFiles } from './other-files.ts';
import { placeholders } from './placeholders.ts';
import { plainFiles } from './plain-files.ts';
import { qaPairing } from './qa-pairing.ts';
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
  utf8,
  domainFolder,
  slug,
  otherFiles,
  controlCharacters,
  safeFrontMatter,
  frontMatterSchema,
  titleLength,
  languageHeadingsRule,
  headingLevels,
  qaPairing,
  placeholders,
  uniqueId,
  uniqueSlug,
  related,
  articleLinks,
];
