// The sections of an article in one language, each with its Markdown and token count. The server selects among them to fill a
// token budget. The build writes them as JSON.
import type { EvidenceKind } from './vocabulary.ts';

/** A text with its number of tokens (o200k_base). The number includes the blank line that follows the text. */
export interface Counted {
  text: string;
  tokens: number;
}

export interface SectionBlock {
  /** The offset at which the block ends in the section's text, in UTF-16 units. */
  end: number;
  tokens: number;
  /** The number of lines that the block has in the passages (`passage-format.ts`). */
  lines: number;
  /** The positions at which a long block may be cut. Absent when it cannot be cut. The first part of a table is its header. */
  parts?: Parts;
  /** For long code: the note that takes the place of omitted code and names the request for it. */
  note?: Counted;
}

export interface Parts {
  kind: 'rows' | 'items' | 'sentences';
  /**
   * For each part, the offset in the block at which it ends, in UTF-16 units, and its tokens. The sum of the tokens is at least
   * the tokens of the block.
   */
  at: [end: number, tokens: number][];
}

export interface Section {
  /** The anchor of the section's heading on the page. The text before the first heading has `leadAnchor`. */
  anchor: string;
  title: string;
  /** The level of the section's heading in the source of the article, 1–6. It is 0 without a heading. */
  level: number;
  kind: 'content' | 'question';
  evidence: EvidenceKind;
  /**
   * The heading and the text up to the next heading, with heading levels as in the source. For a question: the whole answer,
   * including its headings.
   */
  body: Counted;
  /** The blocks of the section (paragraphs, lists, code). Joined by blank lines, they are its text. */
  blocks: SectionBlock[];
  /**
   * The multi-word keywords that this section explains better than any other section. Each line holds one keyword: its terms
   * (`analyse`) separated by spaces. The lines are one string, because JSON parses a string several times faster than a list.
   */
  about?: string;
  /** The list item that stands for the section in the list of omitted sections. It contains the anchor. */
  entry: Counted;
}

export interface Sections {
  title: Counted;
  summary: Counted;
  /** One line with the article's trust and citation. */
  trust: Counted;
  /** The first line of the text when a later edition has replaced it. */
  outdated: Counted;
  /** The first line of the text when a later edition has removed the article. */
  removed: Counted;
  /** The first line of a response when no section contains a word of the query. */
  unanswered: Counted;
  /** The line before the list of omitted sections. It names the request that returns them. */
  omission: Counted;
  sections: Section[];
}

/** The anchor of the text before the first heading. No heading has this anchor, because no anchor of a heading contains a dot. */
export const leadAnchor = '.lead';

/** The blank line between two texts. */
export const separator = '\n\n';
