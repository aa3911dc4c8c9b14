// The samples of test/fixtures/hygiene: short texts that a rule of hygiene must report or let pass, put into an article of
// the template. Each file of samples has a half that patterns were found with, and one that was set aside to measure.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from '../../build/compile.ts';
import { articleText, fixtures } from '../site.ts';
import { entryOf } from './sources.ts';

export interface Sample {
  name: string;
  lang: 'zh' | 'en';
  label: 'report' | 'pass';
  /** Markdown under the language's heading, or the value of a field. */
  text: string;
  in?: 'summary';
}

export const halves = ['dev', 'held-out'] as const;
export type Half = (typeof halves)[number];

export function samplesOf(rule: string, half: Half): Sample[] {
  const lines = readFileSync(join(fixtures, 'hygiene', `${rule}.${half}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => JSON.parse(line));
}

/** Whether a rule reports a sample. */
export function isReported(rule: string, sample: Sample): boolean {
  const { messages } = check({ entries: [entryOf(articleOf(sample))] }, 'check');
  return messages.some((message) => message.rule === rule);
}

function articleOf({ lang, text, in: field }: Sample): string {
  if (field === undefined) return articleText({ [lang]: `## 茶 Tea\n\n${text}` });
  const other = lang === 'zh' ? 'en' : 'zh';
  return articleText({ fields: { [field]: JSON.stringify({ [lang]: text, [other]: 'Tea.' }) } });
}
