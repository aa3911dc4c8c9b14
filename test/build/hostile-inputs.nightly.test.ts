import { expect, it } from 'vitest';
import { compiledWith, largestInputs } from './hostile-inputs.ts';

it.each(largestInputs)(
  'a build finishes within a minute on a file with $name',
  async (input) => {
    const { lines } = await compiledWith([input]);
    const errors = lines.filter((line) => line.includes(' error '));
    if (input.refusedBy === undefined) expect(errors).toEqual([]);
    else expect(errors.join('\n')).toContain(`${input.path}:`);
  },
  60_000,
);
