// What a caller asks, as weighted terms. Pure.
import { analyse, holdsHan, isSingleHan } from '../../build/edition/analysis.ts';

export interface WeightedTerm {
  term: string;
  weight: number;
}

/** Beside bigrams, a single Han character says little. */
const singleHanWeight = 0.5;
/** In a Chinese question the Latin words are mostly the names of what is asked about. */
const latinAmongHanWeight = 1.5;

/**
 * How questions begin, in Simplified and Traditional characters; one such form is cut, for it says nothing about what is
 * asked.
 */
const questionForms = [
  /^(?:[请請][问問]|[请請]教一下|我想知道|想[问問]一下)[，,：:\s]*/u,
  /^(?:什[么麼麽](?:是|叫)|如何|怎(?:[么麼麽][样樣]?|[样樣])|[为為爲](?:什[么麼麽]|何)|是否可以|能否|哪(?:些|[个個]))/u,
  /^(?:how\s+(?:do|can|should|would)\s+(?:i|we|you|one)|how\s+to|what(?:'s|\s+is|\s+are)(?:\s+the|\s+an?)?|why\s+(?:do|does|is|are)|is\s+there(?:\s+an?)?|you\s+want\s+to|can\s+i|where\s+(?:do|can)\s+i)\s+/iu,
];
const questionEnds = /(?:是什[么麼麽](?:意思)?|怎[么麼麽](?:[办辦]|做)|[吗嗎]|呢)?[？?。.！!\s]*$/u;

/** The terms of a query, each once, in order. Empty when the query has no searchable character. */
export function termsOfQuery(query: string): WeightedTerm[] {
  const terms = firstNonEmpty([
    () => analyse(withoutQuestionForm(query)),
    () => analyse(query),
    () => analyse(query, 'keep'),
  ]);
  const unique = [...new Set(terms)];
  const hasBigram = unique.some((term) => holdsHan(term) && !isSingleHan(term));
  const hasHan = unique.some(holdsHan);
  return unique.map((term) => ({ term, weight: weightOf(term, { hasBigram, hasHan }) }));
}

function weightOf(term: string, { hasBigram, hasHan }: { hasBigram: boolean; hasHan: boolean }): number {
  if (isSingleHan(term)) return hasBigram ? singleHanWeight : 1;
  return hasHan && !holdsHan(term) ? latinAmongHanWeight : 1;
}

function withoutQuestionForm(query: string): string {
  const trimmed = query.trim();
  const form = questionForms.find((candidate) => candidate.test(trimmed));
  return (form === undefined ? trimmed : trimmed.replace(form, '')).replace(questionEnds, '');
}

function firstNonEmpty(attempts: readonly (() => string[])[]): string[] {
  for (const attempt of attempts) {
    const terms = attempt();
    if (terms.length > 0) return terms;
  }
  return [];
}
