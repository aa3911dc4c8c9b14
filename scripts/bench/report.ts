// The results of the benchmarks as text and as one JSON document. Pure.
import { tableText } from '../eval/table.ts';
import type { PartReport } from './part.ts';

export interface Machine {
  /** ISO 8601: when the run began. */
  at: string;
  node: string;
  processors: string;
  /** Processes that wanted to run in the minute before the run: more than a fraction of one is somebody else's work. */
  loadBefore: number;
  /** Whether servers and load had a core each. */
  pinned: boolean;
}

export interface NamedReport extends PartReport {
  name: string;
  summary: string;
}

export function reportText({ name, summary, tables, bars, notes }: NamedReport): string {
  const judged = bars.map(({ name, measured, goal, isMet }) => [name, measured, goal, isMet ? 'pass' : 'FAIL']);
  const all = [
    ...tables.map((table) => tableText(table, 1)),
    ...(judged.length > 0 ? [tableText({ head: ['bar', 'measured', 'goal', ''], rows: judged }, 1)] : []),
  ];
  return [`${name}: ${summary}`, ...all, ...notes.map((note) => `- ${note}`)].join('\n\n').replaceAll('\n\n- ', '\n- ');
}

export const machineText = ({ node, processors, loadBefore, pinned }: Machine): string =>
  `Node ${node} on ${processors}; load before ${loadBefore.toFixed(2)}; ${pinned ? 'server and load on a core each' : 'nothing pinned'}`;

export function reportJson(machine: Machine, reports: readonly NamedReport[]): string {
  const parts = reports.map(({ name, numbers, bars, notes }) => [name, { ...numbers, bars, notes }] as const);
  return `${JSON.stringify({ machine, parts: Object.fromEntries(parts) }, null, 2)}\n`;
}
