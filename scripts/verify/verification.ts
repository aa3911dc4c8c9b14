// Verifies the examples of articles, several articles at a time. The examples of an article are checked in the order of its text, each by
// the checker for its language; then their output is compared with the claimed output. This module writes no records.
import { mkdir, mkdtemp } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bilingual } from '../../build/edition/vocabulary.ts';
import type { Place } from '../../build/messages.ts';
import type { SourceEntry } from '../../build/source/entry.ts';
import { type Example, examplesIn, type StrayOutput } from '../../build/source/examples.ts';
import type { SourceArticle } from '../../build/source/source-article.ts';
import { type Bench, type Checker, type Fault, failed, type Looked, type Looking, type Outcome } from './checker.ts';
import { http } from './checkers/http.ts';
import { json, jsonc, yaml } from './checkers/notations.ts';
import { program } from './checkers/program.ts';
import { shell } from './checkers/shell.ts';
import { sql } from './checkers/sql.ts';
import { claimFault } from './claims.ts';
import { bubblewrap, stopAll } from './confinement/bubblewrap.ts';
import { fileNameOf, removeWhole, writeNamedExamples } from './example-files.ts';
import { type SharedService, sharedService } from './service.ts';
import { type TypeChecked, typeCheck } from './type-check.ts';

/** Every checker. Examples in other languages are skipped. */
const checkers: readonly Checker[] = [json, jsonc, yaml, program, shell, sql, http];

export interface VerifiedArticle {
  article: SourceArticle;
  looked: Looked[];
  strayOutputs: StrayOutput[];
}

export interface VerificationOptions {
  /** The files of the whole content, which the service for examples serves. */
  entries: readonly SourceEntry[];
  /** Called after every article. */
  progress?: (done: number, total: number) => void;
  /** Whether examples marked `network` may use the network of this machine. */
  allowsNetwork?: boolean;
}

/** Verifies articles; the results are in their order. bubblewrap must be installed. */
export async function lookAtArticles(
  articles: readonly SourceArticle[],
  { entries, progress = () => undefined, allowsNetwork = false }: VerificationOptions,
): Promise<VerifiedArticle[]> {
  const root = await mkdtemp(join(tmpdir(), 'stele-verify-'));
  const service = sharedService(join(root, 'service'), entries);
  // Runs if this process is stopped: stops the examples and removes their folders.
  const clearAway = (): void => {
    stopAll();
    removeWhole(root);
  };
  process.once('exit', clearAway);
  try {
    const read = articles.map((article) => ({ article, ...examplesIn(article.draft) }));
    const verified: VerifiedArticle[] = [];
    let next = 0;
    let done = 0;
    const work = async (): Promise<void> => {
      for (let index = next++; ; index = next++) {
        const one = read[index];
        if (one === undefined) break;
        const { article, examples, strayOutputs } = one;
        const bench = benchFor({ index, slug: article.slug, examples, root, service, allowsNetwork });
        verified[index] = { article, looked: await lookAtArticle(bench), strayOutputs };
        done += 1;
        progress(done, read.length);
      }
    };
    await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, work));
    return verified;
  } finally {
    await service.end();
    removeWhole(root);
    process.off('exit', clearAway);
  }
}

interface ArticlePlace {
  index: number;
  slug: string;
  examples: readonly Example[];
  root: string;
  service: SharedService;
  allowsNetwork: boolean;
}

function benchFor({ index, slug, examples, root, service, allowsNetwork }: ArticlePlace): Bench {
  const folder = join(root, 'articles', slug, 'work');
  let types: Promise<TypeChecked> | undefined;
  let printed = 0;
  const places = {
    folder,
    printTo: () => join(root, 'articles', slug, `printed-${printed++}`),
    serviceSocket: () => service.socketFor(index),
  };
  return {
    examples,
    folder,
    confinement: bubblewrap(places, { allowsNetwork }),
    service: () => service.forArticle(index),
    async compiled(example) {
      types ??= typeCheck(join(root, 'articles', slug, 'types'), examples);
      const checked = await types;
      await checked.emit(folder);
      return checked.fault(fileNameOf(example));
    },
  };
}

/** Checks the examples of one article. The outcomes are in their order. A faulty example never leads to a rejection. */
async function lookAtArticle(bench: Bench): Promise<Looked[]> {
  await mkdir(bench.folder, { recursive: true });
  await writeNamedExamples(bench.folder, bench.examples);
  const begun = new Map<Checker, Looking>();
  const looked: Looked[] = [];
  try {
    for (const example of bench.examples) {
      const checker = checkers.find(({ languages }) => languages.includes(example.language));
      const outcome = skippedByAuthor(example) ?? (await lookWith(checker, example, { begun, bench }));
      looked.push({ example, outcome: withClaims(example, outcome) });
    }
  } finally {
    for (const looking of begun.values()) await looking.end?.();
  }
  return looked;
}

async function lookWith(
  checker: Checker | undefined,
  example: Example,
  { begun, bench }: { begun: Map<Checker, Looking>; bench: Bench },
): Promise<Outcome> {
  if (checker === undefined) return { kind: 'skipped', reason: withoutChecker(example.language) };
  const looking = begun.get(checker) ?? checker.begin(bench);
  begun.set(checker, looking);
  return looking.look(example);
}

function skippedByAuthor({ marks, reasons }: Example): Outcome | undefined {
  if (!marks.words.has('skip')) return undefined;
  const reason = marks.reason ?? '';
  return { kind: 'skipped', reason: { zh: reasons.zh ?? reason, en: reasons.en ?? reason } };
}

const withoutChecker = (language: string): Bilingual => ({
  zh: `没有运行 ${language} 的检查器`,
  en: `there is no checker for ${language}`,
});

/** The outcome of an example after its output is compared with the claimed outputs. */
function withClaims({ outputs }: Example, outcome: Outcome): Outcome {
  const [first] = outputs;
  if (first === undefined) return outcome;
  if (outcome.kind === 'checked') return failed({ ...claimOfUnrun, place: first.place });
  if (outcome.kind !== 'ran') return outcome;
  if (outcome.printed === undefined) return failed({ ...claimOfSession, place: first.place });
  for (const { text, place } of outputs) {
    const fault = claimFault(text, outcome.printed);
    if (fault === undefined) continue;
    return failed({ ...fault, place: lineOf(place, (fault.line ?? 0) + 1) });
  }
  return outcome;
}

/** The place of a line in a code block. Line 0 is the line with the fence. */
const lineOf = ({ line, column }: Place, lines: number): Place => ({ line: line + lines, column });

const claimOfUnrun: Fault = {
  found: { zh: '没有运行的示例的输出', en: 'the output of an example that was not run' },
  expected: { zh: '运行得到的输出', en: 'the output of a run' },
  advice: {
    zh: '给前面的示例标上 verify=run，或标上 verify=skip "原因"；不是程序输出的内容用 text。',
    en: 'Mark the preceding example with verify=run or with verify=skip "reason"; put text that no program prints into a text fence.',
  },
};

const claimOfSession: Fault = {
  found: { zh: 'console 示例之后的 output 块', en: 'an output block after a console example' },
  expected: { zh: '写在 console 块之内的输出', en: 'the output within the console fence' },
  advice: { zh: '把输出移到它的命令下面。', en: 'Move the output below its command.' },
};
