import { type Language, languages } from '../edition/vocabulary.ts';
import type { Finding } from '../messages.ts';
import { headingText, type LanguagePart, placeOf, qaHeadings } from '../source/outline.ts';
import type { DraftRule } from './rule.ts';

export const qaPairing: DraftRule = {
  stage: 'draft',
  name: 'qa-pairing',
  severity: 'error',
  about: 'Questions and answers pair by their order in the two languages, so there are as many in each.',
  check({ outline }) {
    const parts = languages.flatMap((language) => outline.parts[language] ?? []);
    return [...parts.flatMap(shapeOf), ...countsOf(parts)];
  },
};

function shapeOf(part: LanguagePart): Finding[] {
  const heading = `## ${qaHeadings[part.language]}`;
  const findings: Finding[] = [];
  const [, second] = part.qaHeadings;
  if (second !== undefined) {
    findings.push({
      place: placeOf(second),
      found: `a second ${heading}`,
      expected: `${heading} at most once in a language`,
      advice: 'Move its questions under the first one.',
    });
  }
  const stray = part.qaStray.find(({ type }) => type !== 'html');
  if (stray !== undefined) {
    findings.push({
      place: placeOf(stray),
      found: `text under ${heading} before any question`,
      expected: 'each question as a heading ###, its answer under it',
      advice: `Write the question above it as ### …, or move the text out of ${heading}.`,
    });
  }
  for (const { question, answer } of part.pairs) {
    if (headingText(question) === '') {
      findings.push({
        place: placeOf(question),
        found: 'a heading ### without words',
        expected: 'a question',
        advice: 'Write the question; TODO marks one that is still to come.',
      });
    }
    if (answer.some(({ type }) => type !== 'html')) continue;
    findings.push({
      place: placeOf(question),
      found: 'a question without an answer',
      expected: 'text under every question',
      advice: 'Write the answer; TODO marks one that is still to come.',
    });
  }
  return findings;
}

function countsOf(parts: readonly LanguagePart[]): Finding[] {
  const [first, second] = parts;
  if (first === undefined || second === undefined || first.pairs.length === second.pairs.length) return [];
  const fewer = first.pairs.length < second.pairs.length ? first : second;
  const count = (language: Language) => parts.find((part) => part.language === language)?.pairs.length ?? 0;
  return [
    {
      place: placeOf(fewer.qaHeadings[0] ?? fewer.heading),
      found: `a different number of questions: ${languages.map((language) => `${count(language)} under ## ${qaHeadings[language]}`).join(', ')}`,
      expected: 'as many questions in both languages, in the same order',
      advice: 'Add what is missing here, or remove what the other language does not have.',
    },
  ];
}
