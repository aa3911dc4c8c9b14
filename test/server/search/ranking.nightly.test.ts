import { it } from 'vitest';
import { holdToReference } from './held-to-reference.ts';

it('the ranking equals the reference ranking on 5,000 random small sites', () => {
  holdToReference(5_000);
});
