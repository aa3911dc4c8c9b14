import { describe, expect, it } from 'vitest';
import { languages } from '../../../build/edition/vocabulary.ts';
import { readContent } from '../../../build/read.ts';
import { type SourceArticle, toArticle } from '../../../build/source/article.ts';
import { readDraft } from '../../../build/source/draft.ts';
import { plainText } from '../../../build/source/plain-text.ts';
import { mixedArticles } from '../../../scripts/bench/mixed-articles.ts';
import { articleText, contentOf } from '../../site.ts';

async function articles(): Promise<SourceArticle[]> {
  const sections = (...names: string[]): string => names.map((name) => `## ${name}\n\nAbout ${name}.`).join('\n\n');
  const entries = await readContent(
    await contentOf({
      'mcp/teapot.md': articleText({ id: 'art_teapot', zh: sections('lid', 'spout'), en: sections('lid', 'spout') }),
      'mcp/kettle.md': articleText({
        id: 'art_kettle',
        zh: sections('whistle', 'base'),
        en: sections('whistle', 'base'),
      }),
      'mcp/cup.md': articleText({ id: 'art_cup', zh: 'A handle.', en: 'A handle.' }),
    }),
  );
  return entries.flatMap((entry) => toArticle(readDraft(entry)) ?? []);
}

const headings = ({ parts }: SourceArticle, language: 'zh' | 'en'): string[] =>
  parts[language].content.filter(({ type }) => type === 'heading').map((heading) => plainText([heading]).trim());

describe('articles made of others', () => {
  it('come after these, as many as are asked for, the same every time', async () => {
    const few = await articles();
    const many = [...mixedArticles(few, 40)];
    expect(many).toHaveLength(40);
    expect(many.slice(0, 3)).toEqual(few);
    expect([...mixedArticles(few, 40)]).toEqual(many);
    expect([...mixedArticles(few, 2)]).toEqual(few.slice(0, 2));
  });

  it('have sections of several of them, the same in both languages, and words of their own', async () => {
    const few = await articles();
    const made = [...mixedArticles(few, 40)].slice(3);
    for (const article of made) {
      expect(headings(article, 'zh')).toEqual(headings(article, 'en'));
      for (const language of languages)
        expect(few.map(({ fields }) => fields.title[language])).not.toContain(article.fields.title[language]);
    }
    const mixes = new Set(made.map((article) => headings(article, 'en').join(' ')));
    expect(mixes).toContain('whistle spout');
  });
});
