// What is kept between builds: compiled files, packs and the vocabulary. It saves work and changes nothing: whatever it
// holds, a build with it gives the same bytes as one without.
import type { CompiledFile } from './compiled-file.ts';
import { Vocabulary } from './indexing/occurrences.ts';
import type { Pack } from './packs.ts';

export interface CompilationCache {
  /** Compiled files by their keys. */
  files: Map<string, CompiledFile>;
  /** Packs by their keys. */
  packs: Map<string, Pack>;
  vocabulary: Vocabulary;
  /** What the kept pages name, as JSON; undefined while there are none. */
  assets: string | undefined;
}

export function emptyCache(): CompilationCache {
  return { files: new Map(), packs: new Map(), vocabulary: new Vocabulary(), assets: undefined };
}
