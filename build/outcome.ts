// What the last build of the same sources came to, so that a build with nothing to do says so at once, without loading the
// compiler. Kept in the cache folder: safe to delete, and believed only when the published edition is whole.
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { byCodeUnit, sha256 } from './edition/hash.ts';
import type { Message } from './messages.ts';
import type { ServedEdition } from './served-edition.ts';
import { contentHash, type Sources } from './source/entry.ts';

export interface Outcome {
  /** Names the sources: see `sourcesKey`. */
  sources: string;
  buildId: string;
  /** SHA-256 of the manifest's text. */
  manifest: string;
  articles: number;
  messages: Message[];
}

const outcomeFile = 'outcome';

/**
 * The cache folder of this compiler, this Node and this content, below `node_modules/.cache/stele/`. Everything that the
 * compiler is made of counts: its own files, its dependencies, the version of Node.
 */
export function cacheFolder(packageRoot: string, contentFolder: string): string {
  const compiler = fileURLToPath(new URL('.', import.meta.url));
  const own = readdirSync(compiler, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(js|tsx?)$/.test(path))
    .sort(byCodeUnit)
    .map((path) => sha256(readFileSync(join(compiler, path))));
  const dependencies = sha256(readFileSync(join(packageRoot, 'package-lock.json')));
  const name = sha256([process.version, dependencies, sha256(contentFolder), ...own].join('\n'));
  return join(packageRoot, 'node_modules', '.cache', 'stele', name);
}

/** Names what a build follows from, but for the compiler: every entry and every asset. */
export function sourcesKey({ entries, assets }: Sources): string {
  const lines = entries
    .map((entry) => `${entry.path}\0${entry.kind}\0${entry.size ?? ''}\0${contentHash(entry)}`)
    .sort(byCodeUnit);
  return sha256([...lines, ...assets.map(({ name, bytes }) => `${name}\0${sha256(bytes)}`)].join('\n'));
}

/** The last outcome, when it was that of these sources; undefined when it was not, or when nobody knows. */
export async function readOutcome(folder: string, sources: string): Promise<Outcome | undefined> {
  const text = await readFile(join(folder, outcomeFile), 'utf8').catch(() => '');
  const [hash, json = ''] = text.split('\n', 2);
  if (sha256(json) !== hash) return undefined;
  const outcome = JSON.parse(json) as Outcome;
  return outcome.sources === sources ? outcome : undefined;
}

/** A cache that cannot be written is none; a build never fails for it. */
export async function writeOutcome(folder: string, outcome: Outcome): Promise<void> {
  const json = JSON.stringify(outcome);
  const waiting = join(folder, `.${outcomeFile}-${process.pid}`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(waiting, `${sha256(json)}\n${json}`);
    await rename(waiting, join(folder, outcomeFile));
  } catch {
    // Nothing is lost but time.
  }
}

/** True when the output folder serves this edition and holds every byte of it. */
export function isPublished(
  served: ServedEdition | undefined,
  { buildId, manifest }: Pick<Outcome, 'buildId' | 'manifest'>,
): boolean {
  return served?.isWhole === true && served.buildId === buildId && served.manifest === manifest;
}
