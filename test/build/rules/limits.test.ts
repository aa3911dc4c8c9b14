import { describe, expect, it } from 'vitest';
import { inLocale } from '../../../build/messages.ts';
import { articleText } from '../../site.ts';
import { messagesOf, placesOf } from '../sources.ts';

const placesIn = (en: string): string[] => placesOf(messagesOf({ 'mcp/teapot.md': articleText({ en }) }));

const indentedList = (levels: number): string =>
  Array.from({ length: levels }, (_, level) => `${'  '.repeat(level)}- penguin`).join('\n');

describe('the rule nesting', () => {
  it('allows 64 levels of quotes, of lists, and of both mixed', () => {
    expect(placesIn(`${'> '.repeat(64)}penguin`)).toEqual([]);
    expect(placesIn(`${'- '.repeat(64)}penguin`)).toEqual([]);
    expect(placesIn(`${'> - '.repeat(32)}penguin`)).toEqual([]);
    expect(placesIn(indentedList(64))).toEqual([]);
  });

  it('does not count a thematic break as nesting', () => {
    expect(placesIn(`Tea.\n\n${'- '.repeat(100)}-\n\n${'* '.repeat(100)}*\n\nMore tea.`)).toEqual([]);
  });
});

describe('the rule complexity', () => {
  /** The messages of this rule about an English body. If it refuses a file, other rules skip the file. */
  const found = (en: string): string[] =>
    messagesOf({ 'mcp/teapot.md': articleText({ en: `Tea.\n\n${en}` }) })
      .filter(({ rule }) => rule === 'complexity')
      .map((message) => `${message.place.line} ${inLocale(message.found, 'en').replace(/ \(.*?\)/, '')}`);

  const tableOf = (columns: number, rows: number): string =>
    `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${'|b\n'.repeat(rows)}`;
  const definition = (length: number): string => `[a]: ${'b'.repeat(length)}\n\n${'[a]\n'.repeat(1000)}`;
  const note = `\n\n[^a]: tea\n\n${`    ${'a'.repeat(40_000)}\n\n`.repeat(5)}`;
  const spread = (unit: string, count: number): string => `${unit.repeat(1000)}\n\n`.repeat(count / 1000);

  it.each([
    ['a file of lines', 'a\n\n'.repeat(4980), 'a\n\n'.repeat(5000)],
    ['list items, quotes and footnotes', spread('- a\n', 4000), `${spread('- a\n', 4000)}> a`],
    ['list items, quotes and footnotes', `${'- '.repeat(50)}a\n`.repeat(80), `${'- '.repeat(50)}a\n`.repeat(81)],
    ['tables of cells', tableOf(1, 4900), tableOf(90, 450)],
    ['marks', spread('*a ', 69_000), spread('*a ', 71_000)],
    ['marks in one paragraph', '*a '.repeat(4000), '*a '.repeat(4001)],
    ['marks in one paragraph', 'www.a b@c '.repeat(500), 'www.a b@c '.repeat(501)],
    ['characters in one paragraph', 'a'.repeat(50_000), 'a'.repeat(50_001)],
    ['lines in one paragraph', 'a\n'.repeat(4999), 'a\n'.repeat(5001)],
    ['combining characters in a row', `a${'\u0301'.repeat(64)}`, `a${'\u0301'.repeat(65)}`],
    [
      'characters in link definitions and footnotes, counted once for each reference',
      definition(15_000),
      definition(16_000),
    ],
    [
      'characters in link definitions and footnotes, counted once for each reference',
      `a[^a]${note}`,
      `${'a[^a]'.repeat(90)}${note}`,
    ],
  ])('reports text above a limit, but not text at the limit: %s', (what, allowed, refused) => {
    expect(found(allowed)).toEqual([]);
    expect(found(refused).map((said) => said.replaceAll(/\d+ /g, ''))).toEqual([what]);
  });
});
