// Reads and writes baselines.
import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { UsageError } from '../content-option.ts';
import { type Baseline, baseline, baselineOf, type Comparison, compareWith } from './baseline.ts';
import type { GroupReport } from './report.ts';

export async function writeBaseline(file: string, groups: readonly GroupReport[]): Promise<void> {
  await writeFile(file, `${JSON.stringify(baselineOf(groups), null, 2)}\n`);
}

/** Compares with a file. Throws a UsageError when it cannot be read, or has nothing to do with what was measured. */
export async function checkBaseline(file: string, groups: readonly GroupReport[]): Promise<Comparison> {
  const comparison = compareWith(await readBaseline(file), groups);
  if (comparison.compared > 0) return comparison;
  throw new UsageError(`${file} holds none of the sets that were measured; write it with --write-baseline ${file}`);
}

async function readBaseline(file: string): Promise<Baseline> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new UsageError(`there is no baseline at ${file}; write it with --write-baseline ${file}`);
  });
  const checked = baseline.safeParse(parsed(text));
  if (checked.success) return checked.data;
  throw new UsageError(`${file} is no baseline: ${z.prettifyError(checked.error).split('\n')[0]}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
