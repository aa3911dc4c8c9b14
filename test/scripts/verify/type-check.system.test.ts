import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { usualLimits } from '../../../scripts/verify/confinement/limits.ts';
import { typeCheck } from '../../../scripts/verify/type-check.ts';
import { temporaryFolder } from '../../site.ts';
import { benchOf, canConfine, fence } from './bench.ts';

const isHere = await canConfine();

it.skipIf(!isHere)('the type check reports types that take too long to check as a fault of the example', async () => {
  const { examples } = await benchOf(fence('ts', 'export const a: number = 1;'));
  const limits = { ...usualLimits, timeMs: 1 };
  const checked = await typeCheck(join(await temporaryFolder(), 'types'), examples, limits);
  expect(checked.fault('example-1.mts')?.found).toMatchObject({
    en: 'during the type check, an example that had not ended after 0.001 s',
  });
});

it.skipIf(!isHere)('the type check compiles no file outside the folder of the examples', async () => {
  const outside = join(await temporaryFolder(), 'secret.ts');
  await writeFile(outside, 'export const password: number = "open sesame";');
  const { examples } = await benchOf(fence('ts', `/// <reference path="${outside}" />`, 'export const a = 1;'));
  const checked = await typeCheck(join(await temporaryFolder(), 'types'), examples);
  expect(checked.fault('example-1.mts')?.found).toMatchObject({ en: expect.stringContaining('not found') });
});

it.skipIf(!isHere)('the type check reports a compiler error without a file as a fault of the example', async () => {
  // A module name may contain a line break, so the output contains a line that looks like an error without a file.
  const { examples } = await benchOf(fence('ts', "import 'x\\nerror TS9: made up';"));
  const checked = await typeCheck(join(await temporaryFolder(), 'types'), examples);
  expect(checked.fault('example-1.mts')?.found).toMatchObject({ en: expect.stringMatching(/^a type error, TS\d+: /) });
});
