// `stele glossary-guide`: generates the glossary guide from the terms that `stele check` uses. A test fails if the guide is out of
// date.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { byCodeUnit } from '../build/edition/hash.ts';
import type { Language } from '../build/edition/vocabulary.ts';
import { glossaryParts, type Term } from '../build/rules/glossary.ts';
import { languageHeadings } from '../build/source/outline.ts';
import type { CommandIo } from './command-io.ts';
import { reportingMistakes } from './content-option.ts';
import { packageRoot } from './package-root.ts';

export const glossaryGuideFile = join('content', 'guides', 'glossary.md');

export function glossaryGuideCommand(io: CommandIo): Command {
  return new Command('glossary-guide')
    .description('write the guide to the glossary from the terms that check knows')
    .action(reportingMistakes(io, async () => writeFile(join(packageRoot, glossaryGuideFile), glossaryGuide())));
}

/** The text of the guide. */
export const glossaryGuide = (): string => `${frontMatter}\n${textIn('zh')}\n${textIn('en')}`;

const frontMatter = `---
title:
  zh: "术语表"
  en: "Glossary"
summary:
  zh: "文章用哪些中文词和英文词表示各个概念，产品名怎样写，不用哪些写法。check 命令按这张表检查每篇文章。"
  en: "The Chinese and English words that articles use for the ideas of the field, the spelling of names, and the forms to avoid. The command check compares every article with this list."
order: 3
audience: author
---
`;

const words = {
  zh: {
    intro:
      '同一个概念在所有文章里用同一个词，读者和搜索都不必猜。规则 [terms](rules.md#terms) 对“不写”一栏里的写法发出警告；它不检查反引号里的文字，所以引用这些写法或写代码时，请放进反引号。这一栏空着，表示没有在任何场合都错的写法。',
    ideas: '概念',
    names: '名称',
    head: { english: '英文', chinese: '中文', avoid: '不写', written: '写法' },
    listed: '、',
  },
  en: {
    intro:
      'One idea has one name in all articles, so that neither readers nor search have to guess. The rule [terms](rules.md#terms) warns of the forms in the column “Not”, but not inside backticks: put quoted forms and code there. If that column is empty, there is no form that is wrong in every context.',
    ideas: 'Ideas',
    names: 'Names',
    head: { english: 'English', chinese: 'Chinese', avoid: 'Not', written: 'Written' },
    listed: ', ',
  },
} as const;

function textIn(language: Language): string {
  const { intro, ideas, names, head, listed } = words[language];
  const forms = ({ avoid }: Term): string => avoid.map((form) => `\`${form}\``).join(listed);
  const sorted = (terms: readonly Term[]): Term[] =>
    [...terms].sort((left, right) => byCodeUnit(left.en.toLowerCase(), right.en.toLowerCase()));
  return [
    `# ${languageHeadings[language]}`,
    intro,
    `## ${ideas}`,
    table(
      [head.english, head.chinese, head.avoid],
      sorted(glossaryParts.ideas).map((term) => [term.en, term.zh ?? term.en, forms(term)]),
    ),
    `## ${names}`,
    table(
      [head.written, head.avoid],
      sorted(glossaryParts.names).map((term) => [term.en, forms(term)]),
    ),
    '',
  ].join('\n\n');
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
