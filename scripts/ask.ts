// `stele ask`: answers a question with passages, their trust and their citations from an edition.

import { Command, Option } from 'commander';
import type { z } from 'zod';
import { queryLengthMax } from '../build/edition/page-search.ts';
import { type Bilingual, type Language, languages } from '../build/edition/vocabulary.ts';
import { inLocale, printable, show } from '../build/messages.ts';
import { counted } from '../build/report.ts';
import { readEdition, readPointer } from '../server/edition-files.ts';
import { type Library, openLibrary } from '../server/library.ts';
import { getContext } from '../server/operations/get-context.ts';
import type { CommandIo } from './command-io.ts';
import { editionOption, reportingMistakes, UsageError } from './content-option.ts';
import { openingEdition } from './edition-fault.ts';
import { localeOfEnvironment, localeOption } from './locale.ts';
import { jsonText } from './standard-output.ts';

interface AskOptions {
  lang?: Language;
  maxTokens: string;
  edition: string;
  json?: boolean;
  locale: Language;
}

type Answer = z.infer<typeof getContext.output>;

/** The exit code if no article answers the question. */
const nothingFound = 1;

export function askCommand(io: CommandIo): Command {
  return new Command('ask')
    .description('answer a question with passages of the articles, each with its trust and its citation')
    .argument('<question>', `in Chinese or English, 1–${queryLengthMax} characters`)
    .addOption(
      new Option('--lang <language>', 'the language of the passages (default: that of the question)').choices(
        languages,
      ),
    )
    .option('--max-tokens <number>', 'the maximum number of tokens of text, 50–20000', '1000')
    .addOption(editionOption(io))
    .option('--json', 'print the `data` object of the API response as JSON')
    .addOption(localeOption(io))
    .showHelpAfterError(
      inLocale(
        {
          zh: '（问题以 - 开头时，在它前面写 --，例如：stele ask -- "-32601 error"）',
          en: '(put -- before a question that begins with -, as in: stele ask -- "-32601 error")',
        },
        localeOfEnvironment(io.env),
      ),
    )
    .action(reportingMistakes(io, runAsk));
}

async function runAsk(io: CommandIo, question: string, options: AskOptions): Promise<void> {
  const read = getContext.input.safeParse({ q: question, maxTokens: options.maxTokens, lang: options.lang });
  if (!read.success) throw new UsageError(mistakeIn(read.error, options));
  const answer = askLibrary(await openedEdition(options.edition), read.data);
  const text = options.json === true ? jsonText(answer) : answerText(answer, options.locale);
  io.stdout.write(`${text}\n`);
  if (answer.match === 'none') io.exitCode = nothingFound;
}

function mistakeIn(error: z.ZodError, { maxTokens }: AskOptions): Bilingual {
  const isOfTokens = error.issues.some(({ path }) => path[0] === 'maxTokens');
  return isOfTokens
    ? {
        zh: `--max-tokens 是 ${show(maxTokens)}，应为 50 到 20000 的整数`,
        en: `--max-tokens is ${show(maxTokens)}; it takes a whole number from 50 to 20000`,
      }
    : {
        zh: `问题应有 1 到 ${queryLengthMax} 个字符`,
        en: `the question must have 1 to ${queryLengthMax} characters`,
      };
}

const openedEdition = (folder: string): Promise<Library> =>
  openingEdition(folder, async () => openLibrary(await readEdition(folder, await readPointer(folder))));

function askLibrary(library: Library, input: z.infer<typeof getContext.input>): Answer {
  const context = { library, origin: '', preferredFormat: 'json' as const, agent: undefined };
  const outcome = getContext.run(context, input);
  if (outcome.kind !== 'data') throw new Error('a question is always answered');
  return getContext.output.parse(JSON.parse(outcome.pieces.join('')));
}

function answerText({ match, unmatched = [], used, passages, tokens, articles }: Answer, locale: Language): string {
  const missing = {
    zh: unmatched.length === 0 ? '' : `没有文章提到：${unmatched.join('、')}。`,
    en: unmatched.length === 0 ? '' : ` No article has: ${unmatched.join(', ')}.`,
  }[locale];
  const notice =
    match !== 'none'
      ? []
      : [
          printable(
            {
              zh: `这里没有答案。${missing}换几个词再问。`,
              en: `Nothing here answers this question.${missing} Ask again with other words.`,
            }[locale],
          ),
        ];
  if (used !== undefined) notice.push(printable(`${{ zh: '搜索用的词：', en: 'Searched for: ' }[locale]}${used}`));
  if (passages.length === 0) return notice.join('\n');
  const parts = passages.map((passage, index) => {
    const { title, verificationStatus, confidenceScore, riskLevel, citation, text } = passage;
    const trust = `${verificationStatus} · ${confidenceScore} · ${{ zh: '风险', en: 'risk' }[locale]} ${riskLevel}`;
    return [`[${index + 1}] ${title}`, `    ${trust}`, `    ${citation}`, '', ...text.split('\n')]
      .map(printable)
      .join('\n');
  });
  const sum = {
    zh: `${passages.length} 段，${tokens} 个词元；共有 ${articles} 篇文章匹配。`,
    en: `${counted(passages.length, 'passage')}, ${counted(tokens, 'token')}; ${counted(articles, 'matching article')} in all.`,
  }[locale];
  return [...notice, ...parts, sum].join('\n\n');
}
