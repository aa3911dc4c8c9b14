import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeHtml, fillByteSlots, fillSlots, slot } from '../../../build/edition/slots.ts';

describe('slots', () => {
  it('are filled anywhere in a text, and become empty without a value', () => {
    expect(fillSlots(`a${slot('query')}b`, {})).toBe('ab');
    const template = `<a href="${slot('origin')}/a">${slot('results')}</a>${slot('origin')}`;
    expect(fillSlots(template, { origin: 'https://stele.example', results: '<b>1</b>' })).toBe(
      '<a href="https://stele.example/a"><b>1</b></a>https://stele.example',
    );
  });

  it('are filled with each value unchanged, even if the value contains the name of a slot or a pattern such as $1', () => {
    expect(fillSlots(slot('query'), { query: 'origin', origin: 'x' })).toBe('origin');
    const value = `$& $1 ${'results'}`;
    expect(fillSlots(slot('query'), { query: value, results: 'never' })).toBe(value);
  });
});

it('slots in bytes are filled with the same result as slots in text', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', '')),
    fc.constantFrom(slot('origin'), slot('index'), slot('language')),
  );
  fc.assert(
    fc.property(fc.array(piece), fc.string(), fc.string(), (pieces, origin, index) => {
      const template = pieces.join('');
      const filled = fillByteSlots(Buffer.from(template), { origin, index }).map((part) => part.toString());
      expect(filled.join('')).toBe(fillSlots(Buffer.from(template).toString(), { origin, index }));
    }),
  );
});

it('escapeHtml replaces each character that could open a tag or end an attribute, reversibly', () => {
  const read = (html: string): string =>
    html.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...`<>"'&;#34a `) }), (text) => {
      expect(escapeHtml(text)).not.toMatch(/[<>"']|&(?!#\d+;)/);
      expect(read(escapeHtml(text))).toBe(text);
    }),
  );
});
