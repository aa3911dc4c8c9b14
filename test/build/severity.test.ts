import { expect, it } from 'vitest';
import type { Message } from '../../build/messages.ts';
import { forImported } from '../../build/severity.ts';

const message = (rule: string, severity: Message['severity']): Message => ({
  path: 'mcp/teapot.md',
  place: { line: 1, column: 1 },
  found: 'tea',
  expected: 'coffee',
  advice: 'Brew.',
  rule,
  severity,
});

it('makes drifts between the languages warnings, and leaves everything else as it is', () => {
  const given = [
    message('parity-code', 'error'),
    message('article-links', 'error'),
    message('placeholders', 'warning'),
  ];
  expect(forImported(given)).toEqual([message('parity-code', 'warning'), ...given.slice(1)]);
  expect(given[0]?.severity).toBe('error');
});
