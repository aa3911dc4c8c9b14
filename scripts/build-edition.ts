// The part of a build that needs the compiler, apart from the command so that a build with nothing to do need not load it.
import { type CacheFiles, LostPack } from '../build/cache-files.ts';
import { openCache, removeCache, saveCache } from '../build/cache-folder.ts';
import { type CompilationCache, emptyCache } from '../build/compilation-cache.ts';
import { compile, type Options } from '../build/compile.ts';
import { sha256 } from '../build/edition/hash.ts';
import { manifestFile } from '../build/edition/locations.ts';
import type { Message } from '../build/messages.ts';
import type { ServedEdition } from '../build/served-edition.ts';
import type { Sources } from '../build/source/entry.ts';
import { type Published, publishEdition } from '../build/write.ts';
import { compileInThreads } from './compiling/threads.ts';

export interface EditionBuild extends Pick<Options, 'progress' | 'storage'> {
  cacheFolder: string;
  /** The files of the cache folder, which are being read already. */
  cacheFiles: Promise<CacheFiles | undefined>;
  outFolder: string;
  /** The edition that is served, which is being read already. */
  served: Promise<ServedEdition | undefined>;
  keep: number;
}

export interface BuiltEdition extends Published {
  /** SHA-256 of the manifest's text. */
  manifest: string;
  articles: number;
}

/** Compiles, keeps what was compiled, and publishes unless there is an error or no article. */
export async function buildEdition(sources: Sources, options: EditionBuild): Promise<EditionOutcome> {
  try {
    return await buildWith(
      await openCache(options.cacheFolder, await options.cacheFiles, options.storage),
      sources,
      options,
    );
  } catch (error) {
    if (!(error instanceof LostPack)) throw error;
    await removeCache(options.cacheFolder);
    return buildWith(emptyCache(), sources, options);
  }
}

export interface EditionOutcome {
  messages: Message[];
  built: BuiltEdition | 'errors' | 'empty';
}

async function buildWith(
  cache: CompilationCache,
  sources: Sources,
  { cacheFolder, cacheFiles: _, outFolder, served, keep, ...options }: EditionBuild,
): Promise<EditionOutcome> {
  await compileInThreads(sources, cache, options);
  const { messages, edition } = compile(sources, { cache, ...options });
  const saving = saveCache(cacheFolder, cache);
  if (edition === undefined || edition.manifest.articles === 0) {
    await saving;
    return { messages, built: edition === undefined ? 'errors' : 'empty' };
  }
  const published = await publishEdition(outFolder, edition, { keep, served }).finally(() => saving);
  const manifest = sha256(edition.files.get(manifestFile) ?? '');
  return { messages, built: { ...published, manifest, articles: edition.manifest.articles } };
}
