import { describe, expect, it } from 'vitest';
import { htmlOf, newHtmlContext } from '../../../build/bodies/html.ts';
import { languages } from '../../../build/edition/vocabulary.ts';
import { anchorsOf } from '../../../build/source/links.ts';
import { attributesNamed, tagsIn, textOf } from '../markup.ts';
import { draftWith, pageOf as page, publishedSite, publishedWith } from '../sources.ts';

function html(en: string): string {
  const draft = draftWith({ en });
  return htmlOf(draft.outline.parts.en?.content ?? [], newHtmlContext(draft, 'en'));
}
const headingIds = (markup: string): (string | undefined)[] =>
  tagsIn(markup)
    .filter(({ name, isEnd, attributes }) => /^h[2-6]$/.test(name) && !isEnd && attributes.id !== undefined)
    .map(({ attributes }) => attributes.id)
    .filter((id) => !/^note\d+\.footnote-label$/.test(id ?? ''));
const repeated = (values: readonly string[]): string[] => values.filter((value, at) => values.indexOf(value) !== at);

describe('a body as HTML', () => {
  it('renders Markdown and GFM', () => {
    const markup = html('A **b** *c* ~~d~~ `e`\n\n1. one\n\n- [x] done\n\n| f |\n| :-: |\n| g |\n\n> h\n\n![i](j.png)');
    const names = new Set(tagsIn(markup).map(({ name }) => name));
    expect([...names].sort()).toEqual(
      'blockquote code del div em img input li ol p strong table tbody td th thead tr ul'.split(' '),
    );
  });

  it.each([
    [
      'puts a table into an element that can scroll',
      '| f |\n| - |\n| g |',
      /^<div class="table"><table>.*<\/table><\/div>$/s,
    ],
    [
      'turns an empty table header into a td',
      '| | g |\n| - | - |\n| h | i |',
      /<tr>\n<td><\/td>\n<th scope="col">g<\/th>\n<\/tr>\n<\/thead>/,
    ],
    [
      'aligns table columns by class instead of the obsolete align attribute',
      '| f | g |\n| -: | :- |\n| h | i |',
      /<th scope="col" class="right">f<\/th>\n<th scope="col">g<\/th>.*<td class="right">h<\/td>\n<td>i<\/td>/s,
    ],
    [
      'keeps the language of a code block as a class, inside an element that can scroll',
      '```later title="x"\n1 < 2\n```',
      /^<div class="code"><pre><code class="language-later">1 &#x3C; 2\n<\/code><\/pre><\/div>$/,
    ],
    ['marks a block of program output with the class output', '```output\n418\n```', /<div class="code output"><pre>/],
    [
      'keeps only the alternative text of an image on another site',
      '![a pot](https://pot.example/a.png) ![b](//pot.example/b.png) ![c](c.png)',
      /^<p><img alt="a pot"> <img alt="b"> <img src="c.png" alt="c"><\/p>$/,
    ],
  ])('%s', (_, en, expected) => {
    expect(html(en)).toMatch(expected);
  });

  it('has after each heading a labelled anchor link that converters to Markdown ignore', () => {
    const markup = html('## Tea *pot*');
    const [, link] = tagsIn(markup).filter(({ name, isEnd }) => /^(h2|a)$/.test(name) && !isEnd);
    expect(link?.attributes).toEqual({
      class: 'anchor',
      href: '#tea-pot',
      'aria-label': 'Link to “Tea pot”',
      'data-markdown-ignore': '',
    });
  });

  it('drops raw HTML and keeps the text around it', () => {
    expect(textOf(html('A <b>bold</b> word.\n\n<div>gone</div>'))).toBe('A bold word.');
  });

  it('resolves link definitions and footnotes that are written anywhere in the article', () => {
    const draft = draftWith({
      en: 'Tea [Pot][p].[^one]\n\n## Q&A\n\n### Why?\n\nSee [p] and.[^ONE]\n\n[P]: https://pot.example\n\n[^one]: Note [q] and.[^two]\n\n[^two]: Second.\n\n[q]: https://quay.example',
    });
    const context = newHtmlContext(draft, 'en');
    const { content, pairs } = draft.outline.parts.en ?? { content: [], pairs: [] };
    for (const nodes of [content, pairs[0]?.answer ?? []]) {
      const markup = htmlOf(nodes, context);
      const hrefs = attributesNamed(markup, 'href').filter((href) => href.startsWith('https'));
      expect(hrefs).toEqual(['https://pot.example', 'https://quay.example']);
      expect(textOf(markup)).toContain('Second.');
    }
  });
});

describe('the anchors of a page', () => {
  it.each([
    '## Plain\n\n## Plain\n\n### *Marked* `up` [link](https://example.org)',
    '## With <b>HTML</b> and <!-- a comment -->\n\n## ![picture](x.png) first',
    '## Note[^1] inside\n\n## Note\n\n[^1]: the note',
    'Underlined\ntwice\n---\n\n## 中文 和 English！\n\n## 🫖',
    '> ## Quoted\n\n- ### Listed\n\n## Quoted',
    '## Q&A\n\n### Tea? <!-- or coffee -->\n\n#### Inside\n\nYes.\n\n### <i>Tea</i>?\n\nNo.\n\n## After\n\n## Tea',
    '## page.main\n\n## note1.fn-1\n\n## footnote-label',
  ])('are the ids that the link checker computes, for %j', (en) => {
    const zh = en.includes('Q&A') ? '茶。\n\n## 问答\n\n### 一？\n\n一。\n\n### 二？\n\n二。' : '茶。';
    const article = publishedWith({ zh, en });
    const markup = page(article, 'en');
    expect(headingIds(markup)).toEqual(anchorsOf(article.source.draft, 'en'));
    expect(repeated(attributesNamed(markup, 'id'))).toEqual([]);
  });

  it('are unique on every page of the fixture site, and every link within a page has a target', async () => {
    for (const article of (await publishedSite()).values()) {
      for (const language of languages) {
        const markup = page(article, language);
        const ids = attributesNamed(markup, 'id');
        expect(repeated(ids)).toEqual([]);
        const bare = attributesNamed(markup, 'href').filter((href) => href.startsWith('#'));
        const named = [...bare.map((href) => decodeURI(href.slice(1))), ...attributesNamed(markup, 'aria-describedby')];
        expect(named.filter((id) => !ids.includes(id))).toEqual([]);
      }
    }
  });
});

describe('footnotes', () => {
  const article = publishedWith({
    zh: '茶[^1]，壶[^壶]，茶[^1]。\n\n## 问答\n\n### 茶？\n\n是[^1]。\n\n[^1]: 中文注\n[^壶]: 壶注',
    en: 'Tea[^1] and tea[^1].\n\n[^1]: English note\n\n## Q&A\n\n### Tea?\n\nYes[^1].',
  });

  it('with the same name in both languages stay separate, and their labels are in the language of the text', () => {
    const [zh, en] = [page(article, 'zh'), page(article, 'en')];
    expect(textOf(en)).not.toContain('中文注');
    expect(textOf(en).match(/English note/g)).toHaveLength(2);
    expect(textOf(zh)).not.toMatch(/English note|Footnotes/);
    expect(attributesNamed(zh, 'aria-label').filter((label) => /Back/.test(label))).toEqual([]);
    expect(attributesNamed(en, 'aria-label')).toContain('Back to reference 1-2');
  });
});
