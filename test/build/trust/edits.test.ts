import { describe, expect, it } from 'vitest';
import { fileOf, followsEdits, type GivenRecord, original, parts, published, wordings } from './edits.ts';

describe('an article that is edited and restored', () => {
  it('has the status and the score of its records after each step, and its bytes when it is what it was', () => {
    expect(followsEdits(2).length).toBeGreaterThan(1);
  });

  it('falls by one character of any part, stays by what is no text, and comes back whole', () => {
    const besides = { tag: 'tea', day: 5 };
    const records: GivenRecord[] = ['ann', 'ben'].map((verifier) => ({
      verifier,
      result: 'passed',
      day: 1,
      examples: { ran: 3, failed: 0, skipped: 0 },
      about: original,
    }));
    const before = published(fileOf(original, besides, records));
    expect(before.told[0]?.status).toBe('verified');
    for (const part of parts) {
      for (let to = 1; to < wordings.length; to += 1) {
        const edited = published(fileOf({ ...original, [part]: to }, besides, records));
        expect(edited.told).toEqual(Array(2).fill({ status: 'unverified', score: 30 }));
      }
    }
    for (const other of [
      { tag: 'pot', day: 5 },
      { tag: 'tea', day: 6 },
    ]) {
      const edited = published(fileOf(original, other, records));
      expect(edited.told).toEqual(before.told);
      expect(edited.buildId).not.toBe(before.buildId);
    }
    expect(published(fileOf(original, besides, records))).toEqual(before);
  });
});
