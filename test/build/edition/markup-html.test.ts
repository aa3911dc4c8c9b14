import { describe, expect, it } from 'vitest';
import { element } from '../../../build/edition/markup.ts';
import { markupHtml } from '../../../build/edition/markup-html.ts';

describe('markup as HTML', () => {
  it('is elements, and text that is always text', () => {
    const made = element('p', { class: 'a"b', lang: undefined }, 'x < y', undefined, '', element('b', {}, '&amp;'));
    expect(markupHtml(made)).toBe('<p class="a&#34;b">x &#60; y<b>&#38;amp;</b></p>');
  });

  it('ends no element that has no end', () => {
    expect(markupHtml(element('input', { name: 'q' }))).toBe('<input name="q">');
  });
});
