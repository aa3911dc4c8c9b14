import { describe, expect, it } from 'vitest';
import { plainText } from '../../../build/source/plain-text.ts';
import { draftWith } from '../sources.ts';

const plain = (en: string): string => plainText(draftWith({ en }).outline.parts.en?.content ?? []);

describe('plain text', () => {
  it('keeps words and drops the marks around them', () => {
    expect(plain('A **bold** *and* ~~old~~ `code` [link](https://example.org "title").')).toBe(
      'A bold and old code link.\n',
    );
  });

  it('takes pictures by their description', () => {
    expect(plain('![a penguin](penguin.png)')).toBe('a penguin\n');
  });

  it('holds neither addresses nor HTML nor comments', () => {
    const text = plain(
      '<div class="secret">tea</div>\n\n<!-- hidden -->\n\nA <b>b</b>\n\n[x]: https://example.org/hidden',
    );
    expect(text).toBe('A b\n');
  });

  it('keeps the words of neighbouring blocks, cells and lines apart', () => {
    expect(plain('# a\n\n- one\n- two\n\n| x | y |\n| - | - |\n| 1 | 2 |')).toMatch(/^a\n+one\n+two\n+x\ny\n+1\n2\n+$/);
    expect(plain('first\\\nsecond')).toBe('first\nsecond\n');
  });

  it('holds code and the text of footnotes', () => {
    expect(plain('Tea[^1]\n\n```js\nconst pot = 1;\n```\n\n[^1]: hot')).toMatch(/^Tea\nconst pot = 1;\nhot\n+$/);
  });
});
