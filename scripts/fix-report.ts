// What `check --fix` says it did, or with `--dry-run` would do.
import type { Fixing } from '../build/fixes.ts';
import { lineEdits } from '../build/line-edits.ts';
import { counted } from '../build/report.ts';

export interface FixReport {
  isDryRun: boolean;
  /** Files that somebody else changed meanwhile. */
  unwritten: readonly string[];
}

export function tellFixing({ files, refused, staleArticles }: Fixing, { isDryRun, unwritten }: FixReport): string {
  const lines = files.flatMap(({ path, before, after, counts }) => {
    if (unwritten.includes(path)) return [`left alone ${path}: it was changed while it was checked; run this again`];
    const done = [...counts].map(([rule, count]) => `${count} ${rule}`).join(', ');
    const line = `${isDryRun ? 'would fix' : 'fixed'} ${path}: ${done}`;
    return isDryRun ? [line, lineEdits(path, textOf(before), textOf(after))] : [line];
  });
  for (const path of refused) lines.push(`left alone ${path}: its fixes would cause other messages`);
  if (staleArticles > 0 && !isDryRun) {
    lines.push(`the text of ${counted(staleArticles, 'article')} changed; their records are stale now`);
  }
  if (files.length === 0) lines.push('nothing to fix');
  return `${lines.join('\n')}\n`;
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).replace(/\r\n?/g, '\n');
