// Helpers for tests of publishing: small editions, and a check of a published edition that uses no code of the publisher.

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Edition, EditionFiles } from '../../build/assemble.ts';
import { compile } from '../../build/compile.ts';
import { type FileTable, readManifest } from '../../build/edition/manifest.ts';
import { articleText } from '../site.ts';
import { entryOf } from './sources.ts';

/** An edition of one article that contains the word; each word gives another buildId. */
export function editionAbout(word: string): Edition {
  const entries = [entryOf(articleText({ en: `## Cause\n\n${word}.` }))];
  const { edition } = compile({ entries, assets: [{ name: 'site.css', bytes: Buffer.from('p {}') }] });
  if (edition === undefined) throw new Error('the template does not compile');
  return edition;
}

export const pointerIn = (out: string): Promise<string> => readFile(join(out, 'current'), 'utf8');

/** The sorted names in the editions folder, including leftovers of interrupted builds. */
export const editionsIn = async (out: string): Promise<string[]> => (await readdir(join(out, 'editions'))).sort();

/** The faults of the edition that the pointer names; an empty list if the edition is intact. */
export async function faultsIn(out: string): Promise<string[]> {
  const buildId = (await pointerIn(out)).trimEnd();
  if (!/^[0-9a-f]{64}$/.test(buildId)) return [`the pointer holds ${JSON.stringify(buildId)}`];
  const folder = join(out, 'editions', buildId);
  const reading = readManifest(await readFile(join(folder, 'manifest.json'), 'utf8'));
  if (!reading.ok) return [`the manifest ${reading.reason}`];
  const faults: string[] = [];
  if (reading.manifest.buildId !== buildId) faults.push('the manifest is that of another edition');
  for (const [path, { sha256 }] of Object.entries(reading.manifest.files)) {
    const content = await readFile(join(folder, path)).catch(() => 'missing');
    if (createHash('sha256').update(content).digest('hex') !== sha256) faults.push(`${path} is missing or damaged`);
  }
  return faults;
}

/** The file table that a manifest has for these files, in code-unit order of their paths. */
export function fileTable(files: ReadonlyMap<string, Uint8Array>): FileTable {
  const table = new EditionFiles();
  for (const [path, content] of files) table.set(path, content);
  return table.table();
}
