// Runs the safety rules on the samples in test/fixtures/hygiene: short texts that a rule should report or accept. The expected
// counts are exact. The guide for authors contains the counts of `model-instructions`, so change both together.
//
// The names of the files end in the kind of their samples. The patterns of an earlier detector were developed on `dev` and measured on
// `held-out`. The other three kinds were written before the present patterns. `languages` has instructions to a model in languages
// without patterns, `disguises` has such instructions with altered spelling, and `documentation` has harmless lines, many of them
// modelled on real documentation.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check } from '../../../build/compile.ts';
import { articleText, fixtures, repositoryRoot } from '../../site.ts';
import { entryOf } from '../sources.ts';

interface Sample {
  name: string;
  lang: 'zh' | 'en';
  label: 'report' | 'pass';
  /** Markdown for the body in the language `lang`, or, if `in` names a field, the value of that field. */
  text: string;
  in?: 'summary';
}

const samplesOf = (file: string): Sample[] =>
  readFileSync(join(fixtures, 'hygiene', `${file}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

function articleOf({ lang, text, in: field }: Sample): string {
  if (field === undefined) return articleText({ [lang]: `## 茶 Tea\n\n${text}` });
  const other = lang === 'zh' ? 'en' : 'zh';
  return articleText({ fields: { [field]: JSON.stringify({ [lang]: text, [other]: 'Tea.' }) } });
}

function isReported(rule: string, sample: Sample): boolean {
  return check({ entries: [entryOf(articleOf(sample))] }).messages.some((message) => message.rule === rule);
}

/** `found` and `missed` count texts to report; `falseAlarms` and `passed` count harmless ones. */
type Counts = Record<'found' | 'missed' | 'falseAlarms' | 'passed', number>;

function countsOf(file: string): Counts {
  const rule = file.split('.', 1)[0] ?? '';
  const counts: Counts = { found: 0, missed: 0, falseAlarms: 0, passed: 0 };
  for (const sample of samplesOf(file)) {
    const reported = isReported(rule, sample);
    counts[sample.label === 'report' ? (reported ? 'found' : 'missed') : reported ? 'falseAlarms' : 'passed'] += 1;
  }
  return counts;
}

const measured: { readonly [file: string]: Counts } = {
  'model-instructions.dev': { found: 23, missed: 9, falseAlarms: 0, passed: 32 },
  'model-instructions.held-out': { found: 24, missed: 8, falseAlarms: 0, passed: 32 },
  'model-instructions.languages': { found: 0, missed: 15, falseAlarms: 0, passed: 0 },
  'model-instructions.disguises': { found: 11, missed: 12, falseAlarms: 0, passed: 0 },
  'model-instructions.documentation': { found: 0, missed: 0, falseAlarms: 0, passed: 55 },
  // The missed samples are words that consist only of look-alikes of Latin letters.
  'look-alike-letters.dev': { found: 13, missed: 1, falseAlarms: 0, passed: 18 },
  'look-alike-letters.held-out': { found: 13, missed: 1, falseAlarms: 0, passed: 18 },
  'link-schemes.dev': { found: 15, missed: 0, falseAlarms: 0, passed: 17 },
  'link-schemes.held-out': { found: 15, missed: 0, falseAlarms: 0, passed: 17 },
};

describe('the samples for the safety rules', () => {
  it.each(Object.entries(measured))('in %s give the expected findings and false alarms', (file, counts) => {
    expect(countsOf(file)).toEqual(counts);
  });

  it('give the numbers of findings that the guide for authors states', () => {
    const guide = readFileSync(join(repositoryRoot, 'content/guides/authors.md'), 'utf8');
    const sum = (halves: readonly string[], count: (counts: Counts) => number): number =>
      halves.reduce((total, half) => total + count(measured[`model-instructions.${half}`] as Counts), 0);
    const faults = ({ found, missed }: Counts): number => found + missed;
    const harmless = ({ falseAlarms, passed }: Counts): number => falseAlarms + passed;
    const shares = (of: string): string[] =>
      [[['dev', 'held-out'], faults] as const, [['languages'], faults] as const, [['disguises'], faults] as const].map(
        ([halves, whole]) => `${sum(halves, ({ found }) => found)}${of}${sum(halves, whole)}`,
      );
    const all = ['dev', 'held-out', 'documentation'];
    const alarms = sum(all, ({ falseAlarms }) => falseAlarms);
    for (const of of [' of ', '/'])
      for (const share of [...shares(of), `${alarms}${of}${sum(all, harmless)}`]) expect(guide).toContain(share);
  });
});
