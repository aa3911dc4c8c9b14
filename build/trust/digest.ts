// The digest of an article: the SHA-256 of its canonical texts. Verification records and citations contain it.
import { sha256 } from '../edition/hash.ts';
import { languages } from '../edition/vocabulary.ts';
import type { Draft } from '../source/draft.ts';
import { type ArticleTexts, toArticle } from '../source/source-article.ts';

/** The name of the canonical form, which is its first line. A changed form must get another name. */
const form = 'stele-digest-1';

/**
 * The digest `sha256-<hex>` of the canonical form: UTF-8, Unicode NFC, LF line ends, no white space at either end of a part.
 *
 * The form is the line `stele-digest-1` and then each part as `<name> <bytes>\n<text>\n`, in this order: title.zh, title.en,
 * summary.zh, summary.en, body.zh, body.en, and for the n-th pair (from 1) question.n.zh, question.n.en, answer.n.zh,
 * answer.n.en.
 *
 * Bodies, questions and answers are those of the JSON representation, so that anyone who has an article can compute its digest.
 * Dates, tags, keywords, risk and records are not part of the form and do not change the digest.
 */
export function digestOf(texts: ArticleTexts): string {
  const parts: [name: string, text: string][] = [];
  for (const name of ['title', 'summary', 'body'] as const) {
    for (const language of languages) parts.push([`${name}.${language}`, texts[name][language]]);
  }
  texts.pairs.forEach((pair, index) => {
    for (const name of ['question', 'answer'] as const) {
      for (const language of languages) parts.push([`${name}.${index + 1}.${language}`, pair[name][language]]);
    }
  });
  return `sha256-${sha256(canonicalForm(parts))}`;
}

/** The digest of a draft's present text. Undefined for a guide, and for a draft with errors that make its text ambiguous. */
export function presentDigest(draft: Draft): string | undefined {
  const { zh, en } = draft.outline.parts;
  const isWhole = draft.deepPlaces.length === 0 && zh !== undefined && zh.pairs.length === en?.pairs.length;
  const article = isWhole ? toArticle(draft) : undefined;
  return article && digestOf(article.texts);
}

function canonicalForm(parts: readonly [name: string, text: string][]): string {
  const written = parts.map(([name, text]) => {
    const canonical = text.normalize('NFC').replace(/\r\n?/g, '\n').trim();
    return `${name} ${Buffer.byteLength(canonical)}\n${canonical}\n`;
  });
  return `${form}\n${written.join('')}`;
}
