// `stele benchmarks-guide`: writes the guide that shows what the benchmarks measured, from the results that `bench --for-guide` keeps;
// a test fails when it was not written again.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { type Language, languages } from '../build/edition/vocabulary.ts';
import { inLocale } from '../build/messages.ts';
import { languageHeadings } from '../build/source/outline.ts';
import { chineseFor, partWords, type ShownPart, shownParts } from './bench/guide-words.ts';
import { type KeptResult, keptResultOf } from './bench/kept-results.ts';
import type { CommandIo } from './command-io.ts';
import { reportingMistakes } from './content-option.ts';
import type { Table } from './eval/table.ts';
import { packageRoot } from './package-root.ts';

export const benchmarksGuideFile = join('content', 'guides', 'benchmarks.md');

export function benchmarksGuideCommand(io: CommandIo): Command {
  return new Command('benchmarks-guide')
    .description('write the guide to the benchmarks from the results that `bench --for-guide` keeps')
    .action(
      reportingMistakes(io, async () => writeFile(join(packageRoot, benchmarksGuideFile), await keptBenchmarksGuide())),
    );
}

export type Shown = readonly (readonly [part: ShownPart, result: KeptResult])[];

/** The guide to what is kept. */
export async function keptBenchmarksGuide(): Promise<string> {
  const kept = await Promise.all(shownParts.map(async (part) => [part, await keptResultOf(part)] as const));
  return benchmarksGuide(kept.flatMap(([part, result]) => (result === undefined ? [] : [[part, result] as const])));
}

const frontMatter = `---
title:
  zh: "测得多快，答得多准"
  en: "How fast it is, and how well it answers"
summary:
  zh: "回答、检索、构建和启动各有多快、占多少内存，与同类并排测得；给出的段落有多常答得上来，没有答案时看不看得出来；哪些目标达到了，哪些没有；怎样自己再测一次。"
  en: "How fast answering, searching, building and starting are and what memory they take, measured beside others of their kind; how often passages answer, and whether the service knows when nothing does; which goals are met and which are not; how to measure them again."
order: 4
audience: operator
---
`;

const words = {
  zh: {
    heading: '怎样读这些数字',
    intro:
      '下面的数字由 `npm run bench` 和 `npm run eval` 测得，连同没有达到的目标一起保留下来。机器之间不能比，同一次运行里的比值可以：各方轮流测，每一轮换一个次序，取各轮的中位数。',
    again: '先装好对照用的包，再自己测一次：',
    method: '各部分怎么测，写在它的命令输出里；加上 `--json`，能得到没有舍入的数字。',
    goals: ['目标', '测得', '要求', ''],
    met: '达到',
    missed: '没有达到',
  },
  en: {
    heading: 'How to read the numbers',
    intro:
      'The numbers below were measured by `npm run bench` and `npm run eval`, and are kept together with the goals that were missed. Machines cannot be compared, ratios within a run can: all are measured in turn, in another order each round, and the medians of the rounds are taken.',
    again: 'Install the packages that it is compared with, then measure again:',
    method:
      'How each part measures is told in the output of its command; with `--json` there are the numbers that are not rounded.',
    goals: ['Goal', 'Measured', 'Wanted', ''],
    met: 'met',
    missed: 'missed',
  },
} as const;

/** Pure. */
export function benchmarksGuide(shown: Shown): string {
  return `${frontMatter}\n${languages.map((language) => textIn(language, shown)).join('\n')}`;
}

function textIn(language: Language, shown: Shown): string {
  const said = words[language];
  const commands = new Set(['npm ci --prefix scripts/bench', ...shown.map(([, { command }]) => command)]);
  return [
    `# ${languageHeadings[language]}`,
    `## ${said.heading}`,
    said.intro,
    said.again,
    `\`\`\`sh\n${[...commands].join('\n')}\n\`\`\``,
    said.method,
    ...shown.flatMap(([part, result]) => sectionOf(language, part, result)),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}

function sectionOf(language: Language, part: ShownPart, { machine, tables, bars }: KeptResult): string[] {
  const { heading, about } = partWords[part];
  const said = words[language];
  const say = (text: string): string => (language === 'zh' ? inChinese(text) : text);
  const judged = bars.map(({ name, measured, goal, isMet }) => [
    say(name),
    measured,
    say(goal),
    isMet ? said.met : said.missed,
  ]);
  return [
    `## ${inLocale(heading, language)}`,
    inLocale(about, language),
    measuredOn(machine, language),
    ...(judged.length > 0 ? [tableText({ head: said.goals, rows: judged })] : []),
    ...tables.map(({ head, rows }) =>
      tableText({
        head: head.map(say),
        rows: rows.map(([first = '', ...rest]) => [say(first), ...rest.map(cellText)]),
      }),
    ),
  ];
}

function measuredOn({ at, node, processors, pinned }: KeptResult['machine'], language: Language): string {
  const day = at.slice(0, 10);
  if (language === 'zh') return `${day}，Node ${node}，${processors}${pinned ? '，服务和负载各用一个核' : ''}。`;
  return `${day}, Node ${node}, ${processors}${pinned ? ', with a core each for servers and load' : ''}.`;
}

/** A share with its bar is code: all its characters are as wide. */
const cellText = (cell: string): string => (/[█·]{10}$/.test(cell) ? `\`${cell}\`` : cell);

const tableText = ({ head, rows }: Table): string =>
  [head, head.map((_, column) => (column === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

const numbers = /(?<![A-Za-z\d])\d[\d.,]*/g;

/** What tables and goals are called, in Chinese. */
function inChinese(text: string): string {
  const template = text.replaceAll(numbers, '#');
  const wording = chineseFor[template];
  if (wording === undefined) {
    if (!/[a-z]{3}.* [a-z]{3}/i.test(template)) return text;
    throw new Error(`scripts/bench/guide-words.ts has no Chinese for "${template}"`);
  }
  const found = text.match(numbers) ?? [];
  return found.reduce((said, number) => said.replace('#', number), wording);
}
