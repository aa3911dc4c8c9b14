import { it } from 'vitest';
import { holdToReference } from './held-to-reference.ts';

it('the ranking equals the reference ranking, in thousands of small sites', () => {
  holdToReference(5_000);
});
