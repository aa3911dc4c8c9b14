import { expect, it } from 'vitest';
import { copiedText } from '../../build/copied-text.ts';
import { Vocabulary } from '../../build/indexing/occurrences.ts';
import { collectGarbage } from '../collecting.ts';

/** Longer ones would lie outside V8's heap, where it is harder to tell what is held. */
const textBytes = 2 ** 18;
const texts = 200;

/** How much more is held for as long as what is kept of each of many long texts is. */
function heldFor(keep: (text: string, at: number) => string): number {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const kept = Array.from({ length: texts }, (_, at) =>
    keep(Buffer.alloc(textBytes, `tea ${at} `).toString('latin1'), at),
  );
  collectGarbage();
  const held = process.memoryUsage().heapUsed - before;
  expect(kept.length).toBe(texts);
  return held;
}

it.each([1, 12, 13, 1000])('a copy of %i characters holds nothing of the text that it was cut out of', (length) => {
  const held = heldFor((text, at) => copiedText(text.slice(at, at + length)));
  expect(held).toBeLessThan((texts * textBytes) / 10);
});

it('a vocabulary holds nothing of the texts that its terms were cut out of', () => {
  const vocabulary = new Vocabulary();
  const held = heldFor((text, at) => {
    vocabulary.numberOf(text.slice(at, at + 30 + (at % 30)));
    return '';
  });
  expect(vocabulary.terms.length).toBeGreaterThan(texts / 10);
  expect(held).toBeLessThan((texts * textBytes) / 10);
});

it('what is cut out without a copy holds all of it', () => {
  expect(heldFor((text, at) => text.slice(at, at + 100))).toBeGreaterThan((texts * textBytes) / 2);
});

it.each(['', 'tea', '茶壶', 'tea '.repeat(10), '😀'.repeat(10).slice(1), '😀'.slice(1)])(
  '%j is copied as it is',
  (text) => {
    expect(copiedText(text)).toBe(text);
  },
);
