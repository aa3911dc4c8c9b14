import { join } from 'node:path';
import { expect, it } from 'vitest';
import { usualLimits } from '../../../scripts/verify/confinement/limits.ts';
import { typeCheck } from '../../../scripts/verify/type-check.ts';
import { temporaryFolder } from '../../site.ts';
import { benchOf, fence } from './bench.ts';

it('is a fault of the example, and not the end of everything, when its types take too long', async () => {
  const { examples } = await benchOf(fence('ts', 'export const a: number = 1;'));
  const articles = new Map([['teapot', examples]]);
  const hasty = await typeCheck(join(await temporaryFolder(), 'types'), articles, { ...usualLimits, timeMs: 1 });
  expect(hasty.fault('teapot', 'example-1.mts')?.found).toMatchObject({
    en: 'in type-checking, an example that had not ended after 0.001 s',
  });
  const patient = await typeCheck(join(await temporaryFolder(), 'types'), articles);
  expect(patient.fault('teapot', 'example-1.mts')).toBeUndefined();
});
