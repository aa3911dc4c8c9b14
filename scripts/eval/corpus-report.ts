// What was measured on the corpus as tables and goals, one part for the answers and one for the abstention. Pure.
import { type AbstentionGroup, abstentionTable, riskCoverageTables } from './abstention.ts';
import { type AnswerGroup, answersTable } from './answers.ts';
import type { CorpusResult } from './corpus.ts';
import { type Bar, share, type Table } from './table.ts';

export interface CorpusPart {
  name: 'answers' | 'abstention';
  summary: string;
  tables: Table[];
  bars: Bar[];
  notes: string[];
  numbers: Record<string, unknown>;
}

/** The least share of questions whose answer, or whose section, is in the context. */
const answerGoals = {
  'xquad-grouped': { of: 'answer', zh: { 400: 0.93, 800: 0.97 }, en: { 400: 0.93, 800: 0.97 } },
  documentation: { of: 'section', zh: { 400: 0.64, 800: 0.76 }, en: { 400: 0.72, 800: 0.88 } },
} as const;
/** Of the medians. */
const costGoal = 3;
const aurocGoals = { 'xquad-grouped': 0.92, documentation: 0.75 } as const;
const noneMax = 0.02;
const weakOrNoneMin = 0.5;
const calibrationErrorMax = 0.06;

/** Sets whose risk and coverage are shown. */
const drawn = ['documentation', 'xquad-grouped', 'all own content'];

export function partsOf({ answers, abstention }: CorpusResult): CorpusPart[] {
  return [
    {
      name: 'answers',
      summary: 'the share of questions that a context of so many tokens answers, and what it costs',
      tables: [answersTable(answers)],
      bars: answers.flatMap(answerBars),
      notes: [
        'article, section, answer: a passage of an answering article, of an answering section, with the answer word for word',
        'text and whole: median tokens (o200k_base) of the passages and of the whole response; search: a search for the same question',
      ],
      numbers: { answers },
    },
    {
      name: 'abstention',
      summary: 'whether the service knows that nothing here answers: half of the articles, all of the questions',
      tables: [
        abstentionTable(abstention),
        ...riskCoverageTables(abstention.filter(({ name }) => drawn.includes(name))),
      ],
      bars: abstention.flatMap(abstentionBars),
      notes: [
        'kept: the share of questions whose first item has at least this relevance; answered: of these, whose first item answers',
        'documentation, links: link texts alone; all own content: with 40 questions in each language that nothing answers',
      ],
      numbers: { abstention },
    },
  ];
}

function answerBars(group: AnswerGroup): Bar[] {
  const { name, language, maxTokens } = group;
  if (name !== 'xquad-grouped' && name !== 'documentation') return [];
  if ((language !== 'zh' && language !== 'en') || (maxTokens !== 400 && maxTokens !== 800)) return [];
  const goals = answerGoals[name];
  const found = goals.of === 'answer' ? group.answers : group.sections;
  const bars = [atLeast(`${name}, ${language}: ${goals.of}, ${maxTokens} tokens`, found, goals[language][maxTokens])];
  if (maxTokens === 400) return bars;
  const ratio = group.p50Ms / group.searchP50Ms;
  const cost = { measured: ratio.toFixed(2), goal: `≤ ${costGoal}`, isMet: ratio <= costGoal };
  return [...bars, { name: `${name}, ${language}: time of a context / of a search`, ...cost }];
}

function abstentionBars(group: AbstentionGroup): Bar[] {
  const { name, language } = group;
  if (name !== 'xquad-grouped' && name !== 'documentation') return [];
  const of = (measure: string): string => `${name}, ${language}: ${measure}`;
  return [
    atLeast(of('AUROC'), group.auroc, aurocGoals[name]),
    atMost(of('ECE'), group.calibrationError, calibrationErrorMax),
    atMost(of('answerable called none'), group.answerableNone, noneMax),
    atLeast(of('unanswerable called weak or none'), group.unanswerableWeakOrNone, weakOrNoneMin),
  ];
}

const atLeast = (name: string, value = 0, least: number): Bar => ({
  ...{ name, measured: share(value), goal: `≥ ${share(least)}` },
  isMet: value >= least,
});

const atMost = (name: string, value: number, most: number): Bar => ({
  ...{ name, measured: share(value), goal: `≤ ${share(most)}` },
  isMet: value <= most,
});
