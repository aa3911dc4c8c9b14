import { expect, it } from 'vitest';
import { membersOf } from '../../../scripts/verify/confinement/limits.ts';

it('finds all processes of an example, also where numbers have begun anew and children have lower ones than their parents', () => {
  const processes = [
    { pid: 7, parent: 32_760, group: 7 },
    { pid: 9, parent: 7, group: 9 },
    { pid: 500, parent: 1, group: 500 },
    { pid: 32_750, parent: 1, group: 32_750 },
    { pid: 32_755, parent: 1, group: 32_750 },
    { pid: 32_760, parent: 32_750, group: 32_760 },
  ];
  expect([...membersOf(32_750, processes)].sort((left, right) => left - right)).toEqual([7, 9, 32_750, 32_755, 32_760]);
});
