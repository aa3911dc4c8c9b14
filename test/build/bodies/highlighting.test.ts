import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { ElementContent } from 'hast';
import { describe, expect, it } from 'vitest';
import { CodeHighlighting, highlightedCharactersMax } from '../../../build/bodies/highlighting.ts';
import { repositoryRoot } from '../../site.ts';

/** Every highlighted token of the code, including nested ones: the token class of highlight.js and the text. */
const kindsIn = (code: string, name: string) => tokensIn(new CodeHighlighting().of(code, name) ?? []);
const tokensIn = (nodes: readonly ElementContent[]): [kind: string, text: string][] =>
  nodes.flatMap((node): [string, string][] =>
    node.type === 'element'
      ? [[String([node.properties.className].flat()[0]).replace('hljs-', ''), textOf(node)], ...tokensIn(node.children)]
      : [],
  );
function textOf(node: ElementContent): string {
  if (node.type === 'text') return node.value;
  return node.type === 'element' ? node.children.map(textOf).join('') : '';
}

const samples: [name: string, code: string, expected: [string, string]][] = [
  ['js', 'const pot = "tea"; // hot', ['keyword', 'const']],
  ['sql', "SELECT tea FROM pot WHERE kind = 'green';", ['string', "'green'"]],
  ['json', '{ "tea": 418 }', ['number', '418']],
  ['sh', 'for pot in *; do echo "$pot"; done', ['keyword', 'for']],
  ['console', '$ brew tea\nno coffee', ['meta', '$']],
  ['http', 'GET /pot HTTP/1.1\nHost: tea.example', ['keyword', 'GET']],
  ['yaml', 'tea: 418', ['attr', 'tea:']],
  ['python', 'def brew(): return None', ['keyword', 'def']],
  ['markdown', '# Tea\n\n`pot`', ['code', '`pot`']],
  ['html', '<a href="/tea">pot</a>', ['attr', 'href']],
  ['diff', '-tea\n+coffee', ['addition', '+coffee']],
];

describe('highlighted code', () => {
  it.each(samples)('has the right class for a token of %s code', (name, code, [kind, text]) => {
    expect(kindsIn(code, name).map(([known, of]) => `${known}: ${of.trim()}`)).toContain(`${kind}: ${text}`);
  });

  it('has a style rule in article.css for each token class of the samples', () => {
    const css = readFileSync(join(repositoryRoot, 'build/pages/styles/article.css'), 'utf8');
    const kinds = [...new Set(samples.map(([, , [kind]]) => kind))];
    expect(kinds.filter((kind) => !css.includes(`.hljs-${kind},`) && !css.includes(`.hljs-${kind} {`))).toEqual([]);
  });

  it('has exactly the text of the code, whatever the code is', () => {
    const piece = fc.constantFrom(
      ...['const', '"', "'", '`', '${', '}', '(', '/*', '//', '\\', '\n', ' ', '\t', '茶', '🫖', '<', '#', '$'],
    );
    const names = fc.constantFrom(...samples.map(([name]) => name));
    fc.assert(
      fc.property(names, fc.array(piece, { maxLength: 60 }), (name, pieces) => {
        const code = pieces.join('');
        const nodes = new CodeHighlighting().of(code, name) ?? [{ type: 'text', value: code }];
        expect(nodes.map(textOf).join('')).toBe(code);
      }),
      { numRuns: 100 },
    );
  });

  it('is limited to highlightedCharactersMax characters per article; any further code stays plain', () => {
    const shared = new CodeHighlighting();
    const line = 'const tea = 1;\n';
    expect(shared.of(line.repeat(Math.floor(highlightedCharactersMax / line.length)), 'js')).toBeDefined();
    expect(shared.of(line, 'js')).toBeUndefined();
  });

  it.each([
    ['css', `#a ${'\\class一'.repeat(40)}`],
    ['js', 'if in } =>'.repeat(16)],
    ['html', `<script>${'<a '.repeat(50)}`],
    ['console', `# in */${'*'.repeat(150)}`],
    ['js', '(((((((((('.repeat(80)],
  ])('finishes on 30 lines that make regular expressions backtrack (%s: %s)', (name, line) => {
    expect(new CodeHighlighting().of(Array(30).fill(line).join('\n'), name)).toBeDefined();
  });
});
