// `stele rules-guide`: generates the guide that shows every rule with a wrong and a right example. Examples and messages come from
// test/fixtures/broken. A test fails if the guide is out of date.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { z } from 'zod';
import type { Bilingual, Language } from '../build/edition/vocabulary.ts';
import { inLocale } from '../build/messages.ts';
import type { Rule } from '../build/rules/rule.ts';
import { rules } from '../build/rules/table.ts';
import { languageHeadings } from '../build/source/outline.ts';
import type { CommandIo } from './command-io.ts';
import { reportingMistakes } from './content-option.ts';
import { packageRoot } from './package-root.ts';

const inBoth = z.strictObject({ zh: z.string(), en: z.string() });
/**
 * The content of `example.json` in a site of test/fixtures/broken: an excerpt of a file with its correction, a file name with its
 * correction, or descriptions in words of the wrong and of the right file.
 */
const example = z.union([
  z.strictObject({ file: z.string(), wrong: z.string(), right: z.string() }),
  z.strictObject({ file: z.string(), rename: z.string() }),
  z.strictObject({ file: z.string(), wrong: inBoth, right: inBoth }),
]);
type Example = z.infer<typeof example>;

/** A rule with its example and one of its messages in each language. */
interface ShownRule {
  rule: Rule;
  example: Example;
  message: Bilingual;
}

export const rulesGuideFile = join('content', 'guides', 'rules.md');

export function rulesGuideCommand(io: CommandIo): Command {
  return new Command('rules-guide')
    .description('write the guide to the rules from the rules and their tested examples')
    .action(reportingMistakes(io, async () => writeFile(join(packageRoot, rulesGuideFile), await rulesGuide())));
}

/** The text of the guide. */
export async function rulesGuide(): Promise<string> {
  const shown = await Promise.all(rules.map(shownRule));
  return `${frontMatter}\n${(['zh', 'en'] as const).map((language) => textIn(language, shown)).join('\n')}`;
}

async function shownRule(rule: Rule): Promise<ShownRule> {
  const folder = join(packageRoot, 'test', 'fixtures', 'broken', rule.name);
  const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
  const shown = example.parse(JSON.parse(await read('example.json')));
  const lines = await linesShown(shown, read);
  const messageIn = async (name: string): Promise<string> => messageAt(await read(name), shown.file, lines);
  return {
    rule,
    example: shown,
    message: { zh: await messageIn('messages.zh.txt'), en: await messageIn('messages.txt') },
  };
}

/** The first and the last line of an excerpt in its file; all lines if the example has no excerpt. */
async function linesShown(
  shown: Example,
  read: (name: string) => Promise<string>,
): Promise<[first: number, last: number]> {
  if ('rename' in shown || typeof shown.wrong !== 'string') return [1, Number.POSITIVE_INFINITY];
  const text = (await read(join('content', shown.file))).replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const first = text.slice(0, text.indexOf(shown.wrong)).split('\n').length;
  return [first, first + shown.wrong.split('\n').length - 1];
}

const placeInMessage = /(?<=^| )[^\s:]+\.\w+:(\d+):\d+/g;

function messageAt(messages: string, file: string, [first, last]: [number, number]): string {
  const found = messages.split('\n').find((line) => {
    if (!line.startsWith(`${file}:`)) return false;
    // A message begins with its own place. It may end with a second place, with which the first is compared.
    const places = [...line.matchAll(placeInMessage)].map(([, at]) => Number(at));
    return places.some((at) => at >= first && at <= last);
  });
  if (found === undefined) throw new Error(`no message about ${file} in ${messages}`);
  return found;
}

const frontMatter = `---
title:
  zh: "规则大全"
  en: "Every rule"
summary:
  zh: "编译器和 check 命令的每一条规则：它保护什么、一个错误的例子和它引起的消息、改正后的样子。测试用的就是这些例子，所以它们不会过时。"
  en: "Every rule of the compiler and of the command check: what it protects, a wrong example with its message, and the corrected example. The tests use the same examples, so the examples are always up to date."
order: 2
audience: author
---
`;

const words = {
  zh: {
    intro:
      '规则分两组：第一组在构建时检查，第二组只在 `npm run check` 中检查。第一组的错误会阻止构建，第二组的错误只让 `check` 失败；警告既不阻止构建，也不让 `check` 失败，只让 `check -- --strict` 失败。怎样写文章，见[写一篇文章](authors.md)。',
    build: '构建时检查的规则',
    check: '只在 check 中检查的规则',
    severity: { error: '错误', warning: '警告' },
    wrong: '错误写法',
    message: '消息',
    right: '正确写法',
    stop: '：',
  },
  en: {
    intro:
      'The rules form two groups: those of a build, and those that only `npm run check` applies. An error of the first group stops a build; an error of the second group only makes `check` fail. A warning does neither; it only makes `check -- --strict` fail. How to write an article is described in [Writing an article](authors.md).',
    build: 'Rules of a build',
    check: 'Rules of check alone',
    severity: { error: 'error', warning: 'warning' },
    wrong: 'Wrong',
    message: 'Message',
    right: 'Right',
    stop: ':',
  },
} as const;

function textIn(language: Language, shown: readonly ShownRule[]): string {
  const said = words[language];
  const group = (isOfCheck: boolean): string =>
    shown
      .filter(({ rule }) => (rule.onlyInCheck === true) === isOfCheck)
      .map((one) => sectionOf(one, language))
      .join('\n');
  return `# ${languageHeadings[language]}

## ${said.build}

${said.intro}

${group(false)}
## ${said.check}

${language === 'zh' ? '这一组管文风和两种语言是否一致。' : 'This group is about style and agreement of the languages.'}

${group(true)}`;
}

function sectionOf({ rule, example: shown, message }: ShownRule, language: Language): string {
  const said = words[language];
  const about = inLocale(rule.about, language);
  const pieces = [
    `### ${rule.name}`,
    language === 'zh'
      ? `${about}级别：${said.severity[rule.severity]}。`
      : `${about} Severity: ${said.severity[rule.severity]}.`,
    `${said.wrong}${said.stop}`,
    wrongOf(shown, language),
    `${said.message}${said.stop}`,
    fenced(inLines(message[language]), 'text'),
    `${said.right}${said.stop}`,
    rightOf(shown, language),
  ];
  return `${pieces.join('\n\n')}\n`;
}

function wrongOf(shown: Example, language: Language): string {
  if ('rename' in shown) return fenced(shown.file, 'text');
  return typeof shown.wrong === 'string' ? fenced(shown.wrong, 'markdown') : quoted(shown.wrong[language]);
}

function rightOf(shown: Example, language: Language): string {
  if ('rename' in shown) return fenced(shown.rename, 'text');
  return typeof shown.right === 'string' ? fenced(shown.right, 'markdown') : quoted(shown.right[language]);
}

/** Puts each part of a message on a line of its own, because a page is too narrow for the whole message. */
function inLines(message: string): string {
  return message
    .replace(/(\[[a-z0-9-]+\]) /, '$1\n')
    .replace(/; (?=expected )|(?<=；)(?=应为)/, '$&\n')
    .replace(/(?<=(?:^|\n)expected [^\n]*?\.) (?=[A-Z`])|(?<=(?:^|\n)应为[^\n]*?。)(?=[^\n])/, '\n')
    .replace(/ +\n/g, '\n');
}

const quoted = (text: string): string => `> ${text}`;

/** Puts a text into a code fence with more backticks than any fence inside. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n+$/, '')}\n${fence}`;
}
