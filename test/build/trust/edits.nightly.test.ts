import { expect, it } from 'vitest';
import { followsEdits } from './edits.ts';

it('an article that is edited and restored has the status and the score of its records', () => {
  expect(followsEdits(1000)).toEqual(['partial', 'unverified', 'verified']);
});
