// The part of `stele build` that needs the compiler. It is a module of its own, so that a build without changes does not load the compiler.
import { BuildCache, LostRecord } from '../build/cache.ts';
import { compile, type Options } from '../build/compile.ts';
import type { Message } from '../build/messages.ts';
import { compileInPool } from '../build/pool.ts';
import type { Sources } from '../build/source/entry.ts';
import { type Published, publishEdition } from '../build/write.ts';

export interface EditionBuild extends Pick<Options, 'progress'> {
  cacheFolder: string;
  outFolder: string;
  keep: number;
}

export interface BuiltEdition extends Published {
  articles: number;
}

export interface EditionOutcome {
  messages: Message[];
  built: BuiltEdition | 'errors' | 'empty';
}

/**
 * Compiles the content, and publishes it unless it has errors or no article. If a cached record is lost during the build, clears the
 * cache and compiles again.
 */
export async function buildEdition(sources: Sources, options: EditionBuild): Promise<EditionOutcome> {
  const cache = new BuildCache(options.cacheFolder);
  try {
    return await buildWith(cache, sources, options);
  } catch (error) {
    if (!(error instanceof LostRecord)) throw error;
    cache.clear();
    return buildWith(cache, sources, options);
  }
}

async function buildWith(
  cache: BuildCache,
  sources: Sources,
  { cacheFolder, outFolder, keep, progress }: EditionBuild,
): Promise<EditionOutcome> {
  await compileInPool(sources, { folder: cacheFolder, cache, progress });
  const { messages, edition } = compile(sources, { cache, progress });
  if (edition === undefined) return { messages, built: 'errors' };
  if (edition.manifest.articles === 0) return { messages, built: 'empty' };
  const published = await publishEdition(outFolder, edition, { keep });
  cache.prune(['file', 'bodies', 'search', 'pack']);
  return { messages, built: { ...published, articles: edition.manifest.articles } };
}
