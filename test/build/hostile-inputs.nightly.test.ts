import { expect, it } from 'vitest';
import { compiledWith, largestInputs } from './hostile-inputs.ts';

it.each(largestInputs)(
  'a build ends with $name',
  async (input) => {
    const { lines } = await compiledWith([input]);
    const errors = lines.filter((line) => line.includes(' error '));
    if (input.refusedBy === undefined) expect(errors).toEqual([]);
    else expect(errors.join('\n')).toContain(`${input.path}:`);
  },
  60_000,
);
