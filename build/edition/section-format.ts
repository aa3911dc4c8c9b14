// The sections of an article in one language, each with its Markdown and token count, so that a server can fill a token budget by
// selecting among them. The build writes them as JSON, the server reads them.
import type { EvidenceKind } from './vocabulary.ts';

/** A text and its number of tokens (o200k_base), including those of a blank line behind it. */
export interface Counted {
  text: string;
  tokens: number;
}

export interface SectionBlock {
  /** Its end in the section's text, in UTF-16 units. */
  end: number;
  tokens: number;
  /** The number of its lines in the passages (`passage-format.ts`). */
  lines: number;
  /** Cut positions of a long block; absent when it cannot be cut. The first part of a table is its header. */
  parts?: Parts;
  /** For long code: the note that replaces it when omitted, with the request that returns it. */
  note?: Counted;
}

export interface Parts {
  kind: 'rows' | 'items' | 'sentences';
  /**
   * The end of each part in the block, in UTF-16 units, and its tokens. Their sum is never smaller than the tokens of the block.
   */
  at: [end: number, tokens: number][];
}

export interface Section {
  /** The anchor of its heading on the page; text before the first heading has `leadAnchor`. */
  anchor: string;
  title: string;
  /** The level of its heading in the article's source, 1–6; 0 without one. */
  level: number;
  kind: 'content' | 'question';
  evidence: EvidenceKind;
  /** Its heading and the text up to the next heading, in the source's levels; for a question, the answer with all its headings. */
  body: Counted;
  /** Its blocks (paragraphs, lists, code), which make up its text, separated by blank lines. */
  blocks: SectionBlock[];
  /**
   * The multi-word keywords that this section explains better than any other: one per line, as its terms (`analyse`) separated by
   * spaces. One string, because it parses several times faster than a list.
   */
  about?: string;
  /** Its name in the list of omitted sections: a list item with its anchor. */
  entry: Counted;
}

export interface Sections {
  title: Counted;
  summary: Counted;
  /** Its trust and citation, in one line. */
  trust: Counted;
  /** The first line of a text that has been replaced since. */
  outdated: Counted;
  /** The same when the article was removed. */
  removed: Counted;
  /** The first line when no section contains a word of the question. */
  unanswered: Counted;
  /** The line before the list of omitted sections, with the request for them. */
  omission: Counted;
  sections: Section[];
}

/** No heading has this anchor: an anchor contains no dot. */
export const leadAnchor = '.lead';

/** Between texts: a blank line. */
export const separator = '\n\n';
