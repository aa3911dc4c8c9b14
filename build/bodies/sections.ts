// Splits an article at its headings into sections. Each has its own Markdown, anchor and number of tokens.
import type { RootContent } from 'mdast';
import { analyse, holdsHan } from '../edition/analysis.ts';
import { representationPath, sectionPath } from '../edition/locations.ts';
import {
  type Counted,
  leadAnchor,
  type Parts,
  type Section,
  type SectionBlock,
  type Sections,
  separator,
} from '../edition/section-format.ts';
import type { Bilingual, EvidenceKind, Language } from '../edition/vocabulary.ts';
import { treatmentOfCode } from '../source/examples.ts';
import { type AnyDefinition, anchorsIn, definitionsFor, definitionsOf, linksIn } from '../source/links.ts';
import { nodesIn } from '../source/markdown.ts';
import { contentOf, headingText } from '../source/outline.ts';
import { publishedText } from '../source/published-text.ts';
import type { SourceArticle } from '../source/source-article.ts';
import { type Backing, sharesOf } from '../trust/trust.ts';
import { linesTaken } from './passages.ts';
import type { PublishedArticle } from './published-article.ts';
import { tokensOfAny } from './tokens.ts';

interface SectionWords {
  /** The line above the list of omitted sections. `address` is the path of the request that returns one of them. */
  omission: (address: string) => string;
  unanswered: string;
  /** The note that takes the place of omitted long code. */
  code: (tokens: number, address: string) => string;
  /** In an earlier text of an article, the link to the present text. The link contains the id of the article, as the slug may change. */
  outdated: (present: string) => string;
  removed: string;
  earlier: (digest: string, present: string) => string;
}

const words: Bilingual<SectionWords> = {
  zh: {
    omission: (address) => `未包含的部分，用 \`GET ${address}\` 逐个取得（括号内是词元数）：`,
    unanswered: '> 文中没有一节含有问题里的词。以下是文章的开头。',
    code: (tokens, address) => `此处略去代码（${tokens} 个词元）：\`GET ${address}\``,
    outdated: (present) => `现文本：\`GET ${present}\``,
    removed: '这篇文章已被移除',
    earlier: (digest, present) =>
      `> 这是旧文本 \`${digest}\`；${present}。续读旧文本，请在请求后加 \`&digest=${digest}\`。`,
  },
  en: {
    omission: (address) => `Left out; fetch each with \`GET ${address}\` (tokens in parentheses):`,
    unanswered: '> No section contains a word of the question. This is the beginning of the article.',
    code: (tokens, address) => `Code left out (${tokens} tokens): \`GET ${address}\``,
    outdated: (present) => `the present text: \`GET ${present}\``,
    removed: 'the article was removed',
    earlier: (digest, present) =>
      `> This is the earlier text \`${digest}\`; ${present}. To read more of it, add \`&digest=${digest}\` to a request.`,
  },
};

/**
 * The length of a shortened digest: `sha256-` and 12 digits. This is enough to ask whether a text is current and costs a third of
 * the tokens of a full digest.
 */
const citedLength = 'sha256-'.length + 12;

/**
 * Makes the sections of one language, and the notices `outdated` and `removed`. A server shows one of these notices once a later
 * edition has another text of the article or no longer has the article.
 */
export function sectionsOf(published: PublishedArticle, language: Language): Sections {
  const { source: article, trust, digest, sections, evidence } = published;
  const { title, summary } = article.texts;
  const said = words[language];
  const cited = digest.slice(0, citedLength);
  const present = representationPath(article.fields.id, 'markdown', language);
  const allowed = article.fields.allow.map(({ rule }) => `allowed: ${rule}`);
  const backed = sharesOf(evidence).flatMap(({ kind, percent }) => (kind === 'none' ? [] : `${kind} ${percent}%`));
  const glance = [
    ...[trust.status, `Confidence ${trust.score}%`, ...(backed.length > 0 ? [backed.join(', ')] : [])],
    ...[`Risk ${article.fields.riskLevel}`, ...allowed],
  ];
  return {
    title: counted(`# ${title[language]}`),
    summary: counted(`> ${summary[language]}`),
    trust: counted([...glance, `${article.slug}@${cited}`].join(' · ')),
    outdated: counted(said.earlier(cited, said.outdated(present))),
    removed: counted(said.earlier(cited, said.removed)),
    unanswered: counted(said.unanswered),
    omission: counted(said.omission(sectionPath(article.slug, language, '…'))),
    sections: withKeywords(article, language, sections[language]),
  };
}

/** The sections of one language with their evidence. `sources` are the hosts of primary sources. */
export function sectionsIn(
  article: SourceArticle,
  language: Language,
  backing: Backing,
  sources: readonly string[],
): Section[] {
  const known = definitionsOf(article.draft, language);
  return piecesOf(article, language).flatMap(({ nodes, ...piece }): Section[] => {
    const written = blocksOf(article, nodes, known);
    if (written.length === 0) return [];
    const body = counted(written.map(({ text }) => text).join(separator));
    const address = sectionPath(article.slug, language, piece.anchor);
    const blocks = tiles(written, (tokens) => counted(words[language].code(tokens, address)));
    const evidence = evidenceIn([...nodes, ...definitionsFor(nodes, known)], backing, sources);
    return [{ ...piece, evidence, body, blocks, entry: counted(`- ${piece.anchor} (${body.tokens})`) }];
  });
}

function evidenceIn(
  nodes: readonly RootContent[],
  { ran, checked }: Backing,
  sources: readonly string[],
): EvidenceKind {
  const treatments = nodesIn(nodes).map((node) => (node.type === 'code' ? treatmentOfCode(node) : undefined));
  if (ran && treatments.includes('run')) return 'ran';
  if (checked && treatments.includes('check')) return 'checked';
  return linksIn(nodes).some(({ url }) => sources.includes(hostOf(url))) ? 'cited' : 'none';
}

const hostOf = (url: string): string => (/^https?:/i.test(url) && URL.canParse(url) ? new URL(url).hostname : '');

/**
 * Assigns each keyword of several words to the section that contains most of its terms; rare terms count more. If no section
 * contains a term of the keyword, the first section gets the keyword, provided that keyword and text have the same language.
 */
function withKeywords({ fields }: SourceArticle, language: Language, sections: Section[]): Section[] {
  const keywords = fields.keywords.map((keyword) => ({ keyword, terms: [...new Set(analyse(keyword, 'keep'))] }));
  const several = keywords.filter(({ terms }) => terms.length > 1);
  if (several.length === 0 || sections.length === 0) return sections;
  const held = sections.map(({ body }) => new Set(analyse(body.text)));
  const spread = new Map<string, number>();
  for (const terms of held) for (const term of terms) spread.set(term, (spread.get(term) ?? 0) + 1);
  const about = sections.map((): string[] => []);
  for (const { keyword, terms } of several) {
    const shares = held.map((own) =>
      terms.reduce((sum, term) => sum + (own.has(term) ? 1 / (spread.get(term) ?? 1) : 0), 0),
    );
    const most = Math.max(...shares);
    if (most > 0 || holdsHan(keyword) === (language === 'zh')) about[shares.indexOf(most)]?.push(terms.join(' '));
  }
  return sections.map((section, at) => {
    const own = about[at] ?? [];
    return own.length === 0 ? section : { ...section, about: own.join('\n') };
  });
}

const counted = (text: string): Counted => ({ text, tokens: tokensOfAny(text) });

/**
 * The maximum number of definitions in a section. Many sections that all refer to many definitions would otherwise take quadratic
 * space.
 */
const definitionsMax = 100;

type Piece = Pick<Section, 'anchor' | 'title' | 'level' | 'kind'> & { nodes: RootContent[] };

/**
 * The pieces of a text: the body up to its first heading, the body from each heading to the next one, then each question with its
 * answer. A pair in which the question or the answer is a placeholder is left out.
 */
function piecesOf({ parts, texts }: SourceArticle, language: Language): Piece[] {
  const part = parts[language];
  const anchors = new Map(anchorsIn(contentOf(part)).map(({ heading, anchor }) => [heading, anchor]));
  const title = texts.title[language];
  const pieces: Piece[] = [{ anchor: leadAnchor, title, level: 0, kind: 'content', nodes: [] }];
  for (const node of part.content) {
    if (node.type === 'heading') {
      const anchor = anchors.get(node) ?? '';
      pieces.push({ anchor, title: headingText(node), level: node.depth, kind: 'content', nodes: [node] });
    } else pieces.at(-1)?.nodes.push(node);
  }
  part.pairs.forEach(({ question, answer }, index) => {
    if (texts.pairs[index]?.placeholder[language] !== false) return;
    const anchor = anchors.get(question) ?? '';
    pieces.push({ anchor, title: headingText(question), level: 3, kind: 'question', nodes: [question, ...answer] });
  });
  return pieces;
}

interface WrittenBlock {
  text: string;
  lines: number;
  isCode: boolean;
  parts: Parts | undefined;
}

/** The blocks of some nodes, followed by the link and footnote definitions that the nodes refer to. */
function blocksOf(
  { draft }: SourceArticle,
  nodes: readonly RootContent[],
  known: Map<string, AnyDefinition>,
): WrittenBlock[] {
  const written = (some: readonly RootContent[], linesOf: (node: RootContent) => number): WrittenBlock[] =>
    some.flatMap((node) => {
      const text = publishedText([node], draft.text, { path: draft.path, headingShift: 0 });
      if (text === '') return [];
      return [{ text, lines: linesOf(node), isCode: node.type === 'code', parts: partsOf(text, node.type) }];
    });
  const own = written(nodes, linesTaken);
  if (own.length === 0) return [];
  return [...own, ...written(definitionsFor(nodes, known).slice(0, definitionsMax), () => 0)];
}

/** The maximum number of tokens of short code. Longer code gets a note that can take its place. */
const shortCodeMax = 60;

function tiles(blocks: readonly WrittenBlock[], noteFor: (tokens: number) => Counted): SectionBlock[] {
  let end = 0;
  return blocks.map(({ text, lines, isCode, parts }, index) => {
    end += text.length + (index === 0 ? 0 : separator.length);
    const tokens = tokensOfAny(text);
    const note = isCode && tokens > shortCodeMax ? noteFor(tokens) : undefined;
    return {
      end,
      tokens,
      lines,
      ...(parts !== undefined && { parts }),
      // The note contains the slug. With a very long slug it can cost more tokens than the code.
      ...(note !== undefined && note.tokens < tokens && { note }),
    };
  });
}

/** The minimum length of a block that may be cut, in UTF-16 units. */
const cutFrom = 120;

/** The offsets at which a block can be cut: between table rows, list items or sentences. Undefined for a short block. */
function partsOf(text: string, type: RootContent['type']): Parts | undefined {
  if (text.length < cutFrom) return undefined;
  if (type === 'table') return partsAt('rows', lineStarts(text, () => true).slice(1), text);
  if (type === 'list') {
    return partsAt(
      'items',
      lineStarts(text, (line) => /^(?:[-*+]|\d{1,9}[.)])\s/.test(line)),
      text,
    );
  }
  return type === 'paragraph' ? partsAt('sentences', sentenceEnds(text), text) : undefined;
}

function partsAt(kind: Parts['kind'], ends: readonly number[], text: string): Parts | undefined {
  if (ends.length === 0) return undefined;
  let start = 0;
  const at = [...ends, text.length].map((end): [number, number] => {
    const own = text.slice(start, end);
    start = end;
    return [end, tokensOfAny(own.trim()) + 1];
  });
  return { kind, at };
}

/** The start offsets of the lines for which `passes` returns true. The first line is left out. */
function lineStarts(text: string, passes: (line: string) => boolean): number[] {
  return [...text.matchAll(/\n/g)].flatMap(({ index }) => (passes(text.slice(index + 1)) ? [index + 1] : []));
}

/** The offsets after sentence ends outside code and links. Takes linear time, because no pattern visits a character twice. */
function sentenceEnds(text: string): number[] {
  const protectedSpans = [...text.matchAll(/(?<!`)(`+)(?!`)[^`]+\1|\[[^[\]]*\](?:\([^()]*\)|\[[^[\]]*\])?|<[^<>]*>/g)];
  let span = 0;
  return [...text.matchAll(/[。！？]+[”’」』）)\]]*|(?<![.!?])[.!?]+["”'’)\]]*(?=\s+[^\s\p{Ll}])/gu)].flatMap(
    ({ index, 0: mark }) => {
      while ((protectedSpans[span]?.index ?? text.length) + (protectedSpans[span]?.[0].length ?? 0) <= index) span += 1;
      const isInside = (protectedSpans[span]?.index ?? text.length) < index;
      const end = index + mark.length;
      return isInside || end >= text.length ? [] : [end];
    },
  );
}
