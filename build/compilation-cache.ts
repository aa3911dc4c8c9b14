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
  /** Where what was read is stored, so that what did not change need not be written again. */
  stored: StoredParts;
}

/** Groups of compiled files by their numbers, and the name of the blob that holds each; packs likewise. */
export interface StoredParts {
  groups: ReadonlyMap<number, { files: readonly CompiledFile[]; blob: string }>;
  packs: WeakMap<Pack, string>;
}

const nothingStored = (): StoredParts => ({ groups: new Map(), packs: new WeakMap() });

export function emptyCache(): CompilationCache {
  return {
    files: new Map(),
    packs: new Map(),
    vocabulary: new Vocabulary(),
    assets: undefined,
    stored: nothingStored(),
  };
}
