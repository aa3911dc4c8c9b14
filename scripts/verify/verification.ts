// Looks at many articles, some at a time: makes the place where their examples run, and clears it away. Writes no record.
import { mkdtemp } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SourceEntry } from '../../build/source/entry.ts';
import { type Example, examplesIn, type StrayOutput } from '../../build/source/examples.ts';
import type { SourceArticle } from '../../build/source/source-article.ts';
import type { Bench } from './checker.ts';
import { bubblewrap, stopAll } from './confinement/bubblewrap.ts';
import { fileNameOf } from './example-files.ts';
import { type Looked, lookAtArticle } from './look-at-article.ts';
import { removeWhole } from './removal.ts';
import { type SharedService, sharedService } from './service.ts';
import { typeCheck } from './type-check.ts';

export interface VerifiedArticle {
  article: SourceArticle;
  looked: Looked[];
  strayOutputs: StrayOutput[];
}

export interface VerificationOptions {
  /** All of the content, which the service serves. */
  entries: readonly SourceEntry[];
  /** Told after every article. */
  progress?: (done: number, total: number) => void;
  /** Whether examples that are marked so may have the network of this machine. */
  allowsNetwork?: boolean;
}

/** Needs bubblewrap. The results are in the order of the articles. */
export async function lookAtArticles(
  articles: readonly SourceArticle[],
  { entries, progress = () => undefined, allowsNetwork = false }: VerificationOptions,
): Promise<VerifiedArticle[]> {
  const root = await mkdtemp(join(tmpdir(), 'stele-verify-'));
  const service = sharedService(join(root, 'service'), entries);
  // Whoever stops this program stops what it has started, too.
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
      for (let index = next++; index < read.length; index = next++) {
        const { article, examples, strayOutputs } = read[index] ?? outOfRange();
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

interface Place {
  index: number;
  slug: string;
  examples: readonly Example[];
  root: string;
  service: SharedService;
  allowsNetwork: boolean;
}

function benchFor({ index, slug, examples, root, service, allowsNetwork }: Place): Bench {
  const folder = join(root, 'articles', slug, 'work');
  const types = once(() => typeCheck(join(root, 'articles', slug, 'types'), examples));
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
      const checked = await types();
      await checked.emit(folder);
      return checked.fault(fileNameOf(example));
    },
  };
}

/** A function that does its work once, when first called. */
function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}

function outOfRange(): never {
  throw new RangeError('there is no such article');
}
