import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bilingual, inBoth } from '../../../build/edition/vocabulary.ts';
import { type ArticleTexts, toArticle } from '../../../build/source/source-article.ts';
import { digestOf } from '../../../build/trust/digest.ts';
import { type ArticleParts, articleText } from '../../site.ts';
import { articleWith, draftOf } from '../sources.ts';

/** The digest, computed from its documentation: hashes a line with the version, then the name, byte length and text of each part. */
function byHand(parts: [name: string, text: string][]): string {
  const hash = createHash('sha256').update('stele-digest-1\n');
  for (const [name, text] of parts) {
    const bytes = Buffer.from(text.normalize('NFC').replaceAll('\r\n', '\n').trim(), 'utf8');
    hash.update(`${name} ${bytes.length}\n`).update(bytes).update('\n');
  }
  return `sha256-${hash.digest('hex')}`;
}

const digestWith = (parts: ArticleParts): string => digestOf(articleWith(parts).texts);
const base: ArticleParts = {
  zh: '## 原因\n\n水。\n\n## 问答\n\n### 茶？\n\n茶。',
  en: '## Cause\n\nWater.\n\n## Q&A\n\n### Tea?\n\nTea.',
};

describe('the digest of an article', () => {
  it('is the SHA-256 of the documented form, and equals a fixed value', () => {
    expect(digestWith(base)).toBe(
      byHand([
        ['title.zh', '茶壶'],
        ['title.en', 'Teapot'],
        ['summary.zh', '茶壶为什么会漏水。'],
        ['summary.en', 'Why a teapot drips.'],
        ['body.zh', '## 原因\n\n水。'],
        ['body.en', '## Cause\n\nWater.'],
        ['question.1.zh', '茶？'],
        ['question.1.en', 'Tea?'],
        ['answer.1.zh', '茶。'],
        ['answer.1.en', 'Tea.'],
      ]),
    );
    expect(digestWith(base)).toBe('sha256-5fe1a1186b2d5558c215b835ca0b58c862c06c77d5dbe0c2b345d30d4e241671');
  });

  it.each<[string, ArticleParts]>([
    ['the summary', { fields: { summary: '{ zh: "茶。", en: "Why a teapot drips." }' } }],
    ['a letter of the title', { enTitle: 'Teapots' }],
    ['the level of a heading', { en: '### Cause\n\nWater.\n\n## Q&A\n\n### Tea?\n\nTea.' }],
  ])('changes when %s changes', (_name, change) => {
    expect(digestWith({ ...base, ...change })).not.toBe(digestWith(base));
  });

  it.each<[string, Record<string, string>]>([
    ['the id', { id: 'art_other' }],
    ['a tag or keyword', { tags: '[other]', keywords: '[other]' }],
    ['a date', { createdAt: '2020-01-01T00:00:00Z', updatedAt: '2026-12-31T00:00:00Z' }],
    ['a related article or alias', { related: '[art_other]', aliases: '[other]' }],
    ['a verification record', { verification: '[{ verifier: a, result: passed, at: 2026-05-01T00:00:00Z }]' }],
  ])('does not change when %s changes', (_name, fields) => {
    expect(digestWith({ ...base, fields })).toBe(digestWith(base));
  });

  it('does not depend on line ends, a byte order mark, decomposed letters or comments', () => {
    const text = articleText({ ...base, en: 'Café.\n\n## Q&A\n\n### Tea?\n\nTea.' });
    const digest = (content: string): string | undefined => {
      const article = toArticle(draftOf(content));
      return article && digestOf(article.texts);
    };
    expect(digest(text.replaceAll('\n', '\r\n'))).toBe(digest(text));
    expect(digest(`\ufeff${text}`)).toBe(digest(text));
    expect(digest(text.normalize('NFD'))).toBe(digest(text));
    expect(digest(text.replace('Café.', 'Café.\n\n<!-- hidden -->'))).toBe(digest(text));
    expect(digest(text.replace('Café.', 'Cafe.'))).not.toBe(digest(text));
  });

  it('differs whenever the texts differ, however they are divided into parts', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '1', ' ', '\n', '.', 'body.en 1\n') });
    const both = fc.record({ zh: text, en: text });
    const texts = fc.record({
      title: both,
      summary: both,
      body: both,
      pairs: fc.array(fc.record({ question: both, answer: both }), { maxLength: 2 }),
    });
    const trimmed = ({ title, summary, body, pairs }: ArticleTexts): unknown => {
      const trim = (value: Bilingual) => inBoth((language) => value[language].trim());
      return [trim(title), trim(summary), trim(body), pairs.map((pair) => [trim(pair.question), trim(pair.answer)])];
    };
    fc.assert(
      fc.property(texts, texts, (left, right) => {
        const same = JSON.stringify(trimmed(left)) === JSON.stringify(trimmed(right));
        expect(digestOf(left) === digestOf(right)).toBe(same);
      }),
      { numRuns: 300 },
    );
  });
});
