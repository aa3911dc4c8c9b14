import { nestingMax } from '../source/nesting.ts';
import type { DraftRule } from './rule.ts';

export const nesting: DraftRule = {
  stage: 'draft',
  name: 'nesting',
  severity: 'error',
  about: 'Lists, quotes and emphasis nest no deeper than anybody can follow.',
  check: ({ deepPlaces }) =>
    deepPlaces.map((place) => ({
      place,
      found: `Markdown nested deeper than ${nestingMax} levels`,
      expected: `at most ${nestingMax} lists, quotes or marks inside one another`,
      advice: 'Take the inner parts out, or write them as a code block.',
    })),
};
