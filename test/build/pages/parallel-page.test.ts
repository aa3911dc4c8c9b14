import { beforeAll, describe, expect, it } from 'vitest';
import { textsOf } from '../../../build/bodies/article-texts.ts';
import type { PublishedArticle } from '../../../build/bodies/published-article.ts';
import { languages } from '../../../build/edition/vocabulary.ts';
import { alignedSections } from '../../../build/pages/aligned-texts.ts';
import { renderParallel } from '../../../build/pages/parallel-page.tsx';
import { anchorsOf } from '../../../build/source/anchors.ts';
import { attributesNamed, textOf } from '../markup.ts';
import { publishedSite, publishedWith } from '../sources.ts';

let site: Map<string, PublishedArticle>;
beforeAll(async () => {
  site = await publishedSite();
});
const parallel = (article: PublishedArticle): string => renderParallel(article, textsOf(article.source));
const rowsOf = (zh: string, en: string): [string | undefined, string | undefined][][] => {
  const { source } = publishedWith({ zh, en });
  const text = (html: string | undefined): string | undefined => html && textOf(html).trim();
  return alignedSections(source, textsOf(source)).map((rows) =>
    rows.map(({ left, right }) => [text(left?.html), text(right?.html)]),
  );
};

describe('both languages of an article side by side', () => {
  it('stand section by section and block by block beside each other', () => {
    const zh = '引言。\n\n## 茶\n\n热的。\n\n- 一\n- 二\n\n## 壶\n\n圆的。\n\n## 问答\n\n### 漏吗？\n\n漏。';
    const en = 'Lead.\n\n## Tea\n\nHot.\n\n- one\n- two\n\n## Pot\n\nRound.\n\n## Q&A\n\n### Does it drip?\n\nYes.';
    expect(rowsOf(zh, en)).toEqual([
      [['引言。', 'Lead.']],
      [
        ['茶', 'Tea'],
        ['热的。', 'Hot.'],
        ['一\n二', 'one\ntwo'],
      ],
      [
        ['壶', 'Pot'],
        ['圆的。', 'Round.'],
      ],
      [
        ['漏吗？', 'Does it drip?'],
        ['漏。', 'Yes.'],
      ],
    ]);
  });

  it('leave room where one language has nothing to say', () => {
    const rows = rowsOf(
      '## 茶\n\n`418` 是答案。\n\n```js\nbrew();\n```',
      '## Tea\n\nOnly here.\n\n`418` is the answer.\n\n```js\nbrew();\n```',
    );
    expect(rows).toEqual([
      [
        ['茶', 'Tea'],
        [undefined, 'Only here.'],
        ['418 是答案。', '418 is the answer.'],
        ['brew();', 'brew();'],
      ],
    ]);
  });

  it('have every word of both, with ids that are unique and links that lead to one', () => {
    for (const { source, ...rest } of site.values()) {
      const markup = parallel({ source, ...rest });
      const ids = attributesNamed(markup, 'id');
      expect(new Set(ids).size, source.slug).toBe(ids.length);
      for (const language of languages) {
        const own = ids.filter((id) => id.startsWith(`${language}.`) && !/\.note\d+\./.test(id));
        expect(own, source.slug).toEqual(anchorsOf(source.draft, language).map((anchor) => `${language}.${anchor}`));
      }
      const bare = attributesNamed(markup, 'href').filter((href) => href.startsWith('#'));
      expect(
        bare.map((href) => decodeURI(href.slice(1))).filter((id) => !ids.includes(id)),
        source.slug,
      ).toEqual([]);
    }
  });

  it('keep their notes apart', () => {
    const article = publishedWith({ zh: '茶[^1]。\n\n[^1]: 注', en: 'Tea[^1].\n\n[^1]: note' });
    const ids = attributesNamed(parallel(article), 'id');
    expect(ids).toContain('zh.note1.fn-1');
    expect(ids).toContain('en.note1.fn-1');
  });
});
