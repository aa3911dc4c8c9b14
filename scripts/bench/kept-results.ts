// Results that are kept in the repository for the guide to the benchmarks: one file for each part, with what it took to get them.
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { packageRoot } from '../package-root.ts';
import type { Machine, NamedReport } from './report.ts';

const row = z.array(z.string()).readonly();
const keptResult = z.strictObject({
  machine: z.strictObject({
    at: z.iso.datetime(),
    node: z.string(),
    processors: z.string(),
    loadBefore: z.number(),
    pinned: z.boolean(),
  }),
  /** What was given to `npm run bench`, without paths. */
  command: z.string(),
  tables: z.array(z.strictObject({ head: row, rows: z.array(row).readonly() })),
  bars: z.array(z.strictObject({ name: z.string(), measured: z.string(), goal: z.string(), isMet: z.boolean() })),
});
export type KeptResult = z.infer<typeof keptResult>;

const folder = join(packageRoot, 'scripts', 'bench', 'results');
const fileOf = (part: string): string => join(folder, `${part}.json`);

export async function keepResult(machine: Machine, command: string, report: NamedReport): Promise<void> {
  const { name, tables, bars } = report;
  const kept: KeptResult = keptResult.parse({ machine, command, tables, bars });
  await mkdir(folder, { recursive: true });
  await writeFile(fileOf(name), `${JSON.stringify(kept, null, 2)}\n`);
}

/** Undefined for a part of which nothing is kept. */
export async function keptResultOf(part: string): Promise<KeptResult | undefined> {
  const file = fileOf(part);
  return existsSync(file) ? keptResult.parse(JSON.parse(await readFile(file, 'utf8'))) : undefined;
}
