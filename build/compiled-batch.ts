// Some files compiled apart from the others, in another thread say, and taken into the cache of a build. Pure. Which files were
// compiled where changes no byte of an edition.
import type { CompilationCache } from './compilation-cache.ts';
import type { NewFile } from './compile.ts';
import { type CompiledArticle, type CompiledFile, compileFile } from './compiled-file.ts';
import { Vocabulary } from './indexing/occurrences.ts';
import { renumber } from './indexing/renumber.ts';
import type { AssetAddresses } from './pages/assets.ts';
import { type JoinedBodies, joinedBodies, openBodies, type SetAside } from './set-aside.ts';
import type { SourceEntry } from './source/entry.ts';

type SentArticle = Omit<CompiledArticle, 'bodies'> & { bodies: JoinedBodies };
type SentFile = Omit<CompiledFile, 'output'> & {
  output: { article: SentArticle } | Exclude<CompiledFile['output'], { article: CompiledArticle }>;
};

/** Compiled files as plain data, which a thread can hand over. */
export interface CompiledBatch {
  /** In the order of the entries. */
  files: SentFile[];
  /** Terms that were met for the first time, after those of earlier batches: files refer to terms by their numbers among all of them. */
  terms: string[];
}

/** Compiles one batch after the other, with terms of its own. */
export function batchCompiler(assets: AssetAddresses): (entries: readonly SourceEntry[]) => CompiledBatch {
  const vocabulary = new Vocabulary();
  let sent = 0;
  return (entries) => {
    const files = entries.map((entry) => sentFile(compileFile(entry, { wanted: 'output', assets, vocabulary })));
    const terms = vocabulary.terms.slice(sent);
    sent += terms.length;
    return { files, terms };
  };
}

function sentFile({ output, ...file }: CompiledFile): SentFile {
  if (!output || !('article' in output)) return { ...file, output };
  return { ...file, output: { article: { ...output.article, bodies: joinedBodies(output.article.bodies) } } };
}

/** What need not be copied when a batch is handed over: most of it. */
export function buffersOf({ files }: CompiledBatch): ArrayBuffer[] {
  return files.flatMap(({ output }) => {
    if (!output || !('article' in output)) return [];
    const { buffer, byteLength } = output.article.bodies.content;
    // What is less than a whole buffer may share it with others.
    return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
  });
}

/** Takes the batches of one compiler, in their order, into a cache; what is large is set aside as it is of the others. */
export function batchReader(
  { files: compiled, vocabulary }: CompilationCache,
  setAside: SetAside | undefined,
): (wanted: readonly NewFile[], batch: CompiledBatch) => void {
  /** The number of every term here, by its number there. */
  const numbers: number[] = [];
  return (wanted, { files, terms }) => {
    for (const term of terms) numbers.push(vocabulary.numberOf(term));
    wanted.forEach(({ key }, at) => {
      const sent = files[at];
      if (sent === undefined) throw new Error('a batch has fewer files than were wanted');
      const { output, ...file } = sent;
      if (!output || !('article' in output)) {
        compiled.set(key, { ...file, output });
        return;
      }
      const { bodies, search, ...article } = output.article;
      renumber(search, numbers);
      const large = { bodies: openBodies(bodies), search };
      compiled.set(key, { ...file, output: { article: { ...article, ...(setAside?.(large) ?? large) } } });
    });
  };
}
