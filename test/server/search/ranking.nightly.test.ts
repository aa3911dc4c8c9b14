import { it } from 'vitest';
import { holdToReference } from './held-to-reference.ts';

it('the ranking finds what the plainest ranking finds, in the same order, in thousands of small sites', () => {
  holdToReference(5_000);
});
