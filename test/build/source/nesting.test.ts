import { describe, expect, it } from 'vitest';
import { articleText } from '../../site.ts';
import { messagesOf, placesOf } from '../sources.ts';

/** Where the English body of the template begins. */
const line = 22;
const placesIn = (en: string): string[] => placesOf(messagesOf({ 'mcp/teapot.md': articleText({ en }) }));
const tooDeep = (at: number, column: number): string[] => [`mcp/teapot.md:${at}:${column} nesting`];

const indentedList = (levels: number): string =>
  Array.from({ length: levels }, (_, level) => `${'  '.repeat(level)}- penguin`).join('\n');

describe('nesting', () => {
  it('of 64 levels is fine, whatever it is made of', () => {
    expect(placesIn(`${'> '.repeat(64)}penguin`)).toEqual([]);
    expect(placesIn(`${'- '.repeat(64)}penguin`)).toEqual([]);
    expect(placesIn(`${'> - '.repeat(32)}penguin`)).toEqual([]);
    expect(placesIn(indentedList(64))).toEqual([]);
  });

  it('of 65 levels is an error at the line or the part that is too deep', () => {
    expect(placesIn(`Tea.\n\n${'> '.repeat(65)}penguin`)).toEqual(tooDeep(line + 2, 1));
    expect(placesIn(`${'1. '.repeat(65)}penguin`)).toEqual(tooDeep(line, 1));
    expect(placesIn(indentedList(65))).toEqual(tooDeep(line + 64, 129));
    expect(placesIn(`${'*penguin '.repeat(65)}${'penguin* '.repeat(65)}`)).toEqual(tooDeep(line, 64 * 9 + 1));
  });

  it('of 100,000 levels on one line overflows no stack', () => {
    expect(placesIn(`Tea.\n\n${'>'.repeat(100_000)} penguin`)).toEqual(tooDeep(line + 2, 1));
    expect(placesIn(`Tea.\n\n${'- '.repeat(100_000)}penguin`)).toEqual(tooDeep(line + 2, 1));
  });

  it('is not what a thematic break does', () => {
    expect(placesIn(`Tea.\n\n${'- '.repeat(100)}-\n\n${'* '.repeat(100)}*\n\nMore tea.`)).toEqual([]);
  });
});
