import { describe, expect, it } from 'vitest';
import { fileOf, followsEdits, type GivenRecord, original, parts, published, wordings } from './edits.ts';

describe('an article that is edited and restored', () => {
  it('has the status and score of its records after each step, and its original bytes when restored', () => {
    expect(followsEdits(2).length).toBeGreaterThan(1);
  });

  it('loses trust by one character of any part, keeps it by changes outside the text, and regains it when restored', () => {
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
