import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type Message, show } from '../../build/messages.ts';
import { frameOf, reportJson, reportText } from '../../build/report.ts';

function message(parts: Partial<Message> = {}): Message {
  return {
    path: 'mcp/teapot.md',
    place: { line: 2, column: 3 },
    severity: 'error',
    rule: 'slug',
    found: 'a penguin',
    expected: 'a teapot',
    advice: 'Brew tea.',
    ...parts,
  };
}
const plain = { locale: 'en' as const, pathPrefix: '', frames: false, textOf: () => undefined };
const texts = (text: string) => ({ locale: 'en' as const, pathPrefix: '', frames: true, textOf: () => text });

describe('messages as text', () => {
  it('are at most 100 per rule and file, followed by a message with the number of those left out', () => {
    const flood = Array.from({ length: 250 }, (_, index) => message({ place: { line: index + 1, column: 1 } }));
    const lines = reportText([...flood, message({ rule: 'other' }), message({ path: 'mcp/b.md' })], plain).split('\n');
    expect(lines).toHaveLength(104);
    expect(lines[100]).toBe(
      'mcp/teapot.md:101:1 error [slug] and 150 more messages of this kind in this file, from here on. Correct those above first.',
    );
    expect(lines.at(-1)).toBe('252 errors, 0 warnings');
    expect(reportText(flood, { ...plain, locale: 'zh' })).toContain('还有 150 条同类消息');
  });

  it('stay on one line without control characters, for any file content and name', () => {
    const path = 'mcp/a\nb\u001b[2J\u202e.md';
    const line = 'mcp/a\\u{a}b\\u{1b}[2J\\u{202e}.md:2:3 error [slug] found \\u{7}; expected a teapot. Brew tea.';
    expect(reportText([message({ path, found: '\u0007' })], plain).split('\n')[0]).toBe(line);
    const framed = stripVTControlCharacters(reportText([message()], texts('one\n\ttwo \u001b[2J\u009b')));
    expect(framed).toContain('\ttwo \\u{1b}[2J\\u{9b}');
  });
});

it('messages as JSON are one document with counts and a flat object per message', () => {
  const { place, ...flat } = message({ path: 'content/mcp/teapot.md' });
  expect(JSON.parse(reportJson([message()], { locale: 'en', pathPrefix: 'content/' }))).toEqual({
    errors: 1,
    warnings: 0,
    messages: [{ ...flat, ...place }],
  });
});

it('a value in a message is shown as JSON, truncated without splitting a character', () => {
  expect(show('tea')).toBe('"tea"');
  expect(show(undefined)).toBe('undefined');
  expect([...show('🫖'.repeat(100))]).toHaveLength(79);
  expect(show('🫖'.repeat(100)).endsWith('🫖…"')).toBe(true);
  expect(show(Array(100).fill('tea')).endsWith('…')).toBe(true);
});

describe('a code frame in a message', () => {
  it('has its mark under the faulty character, even after Chinese characters, which are two columns wide', () => {
    expect(frameOf('茶壶\n用API时\n漏水', { line: 2, column: 2 })).toBe(
      '  1 | 茶壶\n> 2 | 用API时\n    |   ^\n  3 | 漏水',
    );
    expect(frameOf('茶壶 teapot', { line: 1, column: 4 })).toBe('> 1 | 茶壶 teapot\n    |      ^');
  });

  it('shows only the part of a long line around the fault', () => {
    const text = `${'x'.repeat(5000)}!${'y'.repeat(5000)}`;
    const [line = '', mark = ''] = frameOf(text, { line: 1, column: 5001 }).split('\n');
    expect(line.length).toBeLessThan(200);
    expect(line.charAt(mark.indexOf('^'))).toBe('!');
  });
});
