// `stele verify`: runs the examples of articles and writes verification records into their front matter. With `--check` it writes
// nothing and reports records that differ from the results.

import { resolve } from 'node:path';
import { Command } from 'commander';
import { BuildCache, cacheFolder } from '../build/cache.ts';
import { check } from '../build/compile.ts';
import type { Bilingual, Language } from '../build/edition/vocabulary.ts';
import { type Finding, inLocale, inReadingOrder, type Message, type Place, startOfFile } from '../build/messages.ts';
import { rules } from '../build/rules/table.ts';
import type { SourceEntry } from '../build/source/entry.ts';
import { ownVerifier } from '../build/source/front-matter-schema.ts';
import type { SourceArticle } from '../build/source/source-article.ts';
import { digestOf } from '../build/trust/digest.ts';
import { withRecord } from '../build/trust/write-record.ts';
import type { CommandIo } from './command-io.ts';
import { articlesIn } from './content-articles.ts';
import {
  askedFor,
  contentOption,
  fileFaultOf,
  printMessages,
  quietOption,
  readSources,
  reportingMistakes,
  UsageError,
} from './content-option.ts';
import { localeOption } from './locale.ts';
import { homeFolder } from './package-root.ts';
import { showProgress } from './progress.ts';
import { rewriteFile } from './rewrite-file.ts';
import { jsonText, print } from './standard-output.ts';
import { bubblewrapFault } from './verify/confinement/bubblewrap.ts';
import { type ArticleReport, reportOn, tellPrinted, tellVerified } from './verify/report.ts';
import { lookAtArticles } from './verify/verification.ts';

interface VerifyOptions {
  content: string;
  locale: Language;
  stale?: boolean;
  check?: boolean;
  renew?: boolean;
  network?: boolean;
  json?: boolean;
  quiet?: boolean;
}

export function verifyCommand(io: CommandIo): Command {
  return new Command('verify')
    .description('run the examples of articles and write their verification records')
    .argument('[files...]', 'articles to verify (default: all)')
    .addOption(contentOption())
    .addOption(localeOption(io))
    .addOption(quietOption(', the output of failing examples,'))
    .option('--stale', 'verify only articles whose present text has no record of this command')
    .option('--check', 'write nothing; exit with 1 if a record differs from the result')
    .option('--renew', 'write records with a new date even if the result has not changed')
    .option('--network', 'allow examples marked network to use the network of this machine')
    .option('--json', 'print the outcome of every example as JSON')
    .action(reportingMistakes(io, runVerify));
}

const verifying = {
  doing: { zh: '正在验证', en: 'verifying' },
  after: { zh: '正在整理结果', en: 'collecting the results' },
};

async function runVerify(io: CommandIo, named: readonly string[], options: VerifyOptions): Promise<void> {
  const { content, locale, quiet, json, network = false } = options;
  const fault = await bubblewrapFault();
  if (fault !== undefined) throw new UsageError(notConfined(fault));
  const entries = await readSources(io, content);
  const isAsked = askedFor(io, named, content, entries);
  const cache = new BuildCache(cacheFolder(homeFolder, resolve(io.cwd, content)));
  const checked = check({ entries, now: Date.now() }, 'check', { cache });
  const stopping = checked.messages.filter(({ severity, rule }) => severity === 'error' && !ofCheckAlone.has(rule));
  if (stopping.length > 0) {
    // Articles with errors have no digest for a record.
    printMessages(io, stopping, entries, { content, format: 'text', locale });
    io.exitCode = 1;
    return;
  }
  const articles = articlesIn(entries).filter(
    (article) => isAsked(article.draft.path) && (options.stale !== true || !hasCurrentRecord(article)),
  );
  const progress = showProgress(io, verifying, { locale, silent: quiet === true || json === true });
  const verified = await exitingOnSignals(() =>
    lookAtArticles(articles, { entries, allowsNetwork: network, progress: progress.update }),
  );
  progress.end();
  const at = `${new Date().toISOString().slice(0, 19)}Z`;
  const reports = verified.map((one) =>
    reportOn(one, { messages: checked.messages, at, compares: options.check === true }),
  );
  const due = reports.filter(({ isRecorded }) => options.renew === true || !isRecorded);
  const now = options.check === true ? entries : await writeRecords(due, entries, resolve(io.cwd, content));
  await tell(io, reports, now, options);
  if (reports.some(({ messages, record }) => messages.length > 0 || record === undefined)) io.exitCode = 1;
}

const notConfined = ({ zh, en }: Bilingual): Bilingual => ({
  zh: `没有运行任何示例，也没有写入记录：${zh}`,
  en: `no example was run and no record was written: ${en}`,
});

/** Calls `process.exit` on a signal, so that the `exit` handlers run, which stop examples and remove their folders. */
async function exitingOnSignals<Result>(work: () => Promise<Result>): Promise<Result> {
  const codes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
  const handlers = Object.entries(codes).map(([signal, code]) => [signal, () => process.exit(code)] as const);
  for (const [signal, exit] of handlers) process.once(signal, exit);
  try {
    return await work();
  } finally {
    for (const [signal, exit] of handlers) process.off(signal, exit);
  }
}

/** The names of rules that only `stele check` applies. Their errors do not stop a build. */
const ofCheckAlone = new Set(rules.filter(({ onlyInCheck }) => onlyInCheck === true).map(({ name }) => name));

function hasCurrentRecord({ fields, texts }: SourceArticle): boolean {
  const own = fields.verification.filter((record) => record.verifier === ownVerifier);
  const digest = own.length === 0 ? undefined : digestOf(texts);
  return own.some((record) => record.digest === digest);
}

/** Writes the records into the files and returns the changed content. Adds a message to the report of an article that was not written. */
async function writeRecords(
  reports: readonly ArticleReport[],
  entries: readonly SourceEntry[],
  content: string,
): Promise<SourceEntry[]> {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  for (const report of reports) {
    const { path, record, messages } = report;
    const entry = byPath.get(path);
    if (entry === undefined || record === undefined) continue;
    const edit = withRecord(entry, record);
    const fault =
      'bytes' in edit ? await faultOfWriting(resolve(content, path), entry.bytes, edit.bytes) : edit.finding;
    if ('bytes' in edit && fault === undefined) {
      byPath.set(path, { ...entry, bytes: edit.bytes });
      // The new record comes before the body and shifts its lines, so the places of messages move too.
      const moved = linesIn(edit.bytes) - linesIn(entry.bytes);
      report.messages = messages.map((message) => movedBy(message, moved));
    } else if (fault !== undefined) {
      messages.push({ ...fault, path, severity: 'error', rule: 'verify' });
      report.isUnwritten = true;
    }
  }
  return [...byPath.values()];
}

/** Writes one file. Returns the reason if that fails, so that other files are still written. */
async function faultOfWriting(path: string, before: Uint8Array, after: Uint8Array): Promise<Finding | undefined> {
  try {
    return (await rewriteFile(path, { before, after })) ? undefined : changedMeanwhile;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return changedMeanwhile;
    const said = fileFaultOf(error);
    if (said === undefined) throw error;
    const found = {
      zh: `无法写入的文件（${inLocale(said, 'zh')}）`,
      en: `a file that cannot be written: ${inLocale(said, 'en')}`,
    };
    return { ...notWritable, found };
  }
}

const lineFeed = 10;
const linesIn = (bytes: Uint8Array): number =>
  bytes.reduce((lines, byte) => (byte === lineFeed ? lines + 1 : lines), 0);

function movedBy(message: Message, lines: number): Message {
  const move = ({ line, column }: Place): Place => ({ line: line + lines, column });
  const { place, counterpart } = message;
  return { ...message, place: move(place), ...(counterpart !== undefined && { counterpart: move(counterpart) }) };
}

const notWritable: Omit<Finding, 'found'> = {
  place: startOfFile,
  expected: { zh: '可以写入的文件和文件夹', en: 'a file and a folder that can be written' },
  advice: {
    zh: '没有写入记录；改正权限后再运行一次。',
    en: 'No record was written; correct the permissions and run verify again.',
  },
};

const changedMeanwhile: Finding = {
  place: startOfFile,
  found: { zh: '验证期间被改动的文件', en: 'a file that changed during its verification' },
  expected: { zh: '与读到时相同的文件', en: 'the file unchanged since it was read' },
  advice: { zh: '没有写入记录；请再运行一次。', en: 'No record was written; run verify again.' },
};

async function tell(
  io: CommandIo,
  reports: readonly ArticleReport[],
  entries: readonly SourceEntry[],
  options: VerifyOptions,
): Promise<void> {
  const { content, locale, json, quiet } = options;
  if (json === true) {
    await print(io, [`${jsonText(reports.map(({ shown }) => shown))}\n`]);
    return;
  }
  const messages: Message[] = inReadingOrder(reports.flatMap((report) => report.messages));
  printMessages(io, messages, entries, { content, format: 'text', locale });
  for (const text of tellPrinted(reports, locale)) io.stderr.write(`${text}\n`);
  if (quiet === true) return;
  const lines = tellVerified(reports, { compares: options.check === true, renews: options.renew === true });
  await print(
    io,
    [...lines].map((line) => `${inLocale(line, locale)}\n`),
  );
}
