// The sections of an article in one language, each with its own Markdown and what it costs in tokens, so that a server can answer
// within a budget by choosing among them. The build writes them as JSON, the server reads them.
import type { EvidenceKind } from './vocabulary.ts';

/** Text and its number of tokens (o200k_base), those of a blank line behind it among them. */
export interface Counted {
  text: string;
  tokens: number;
}

export interface SectionBlock {
  /** Where it ends in the section's text, in UTF-16 units. */
  end: number;
  tokens: number;
  /** How many lines of the passages (`passage-format.ts`) are its own. */
  lines: number;
  /** Where a long one can be cut; absent where it cannot. The first part of a table is its header. */
  parts?: Parts;
  /** Of long code: what stands in its place where it is left out, with the request that gets it. */
  note?: Counted;
}

export interface Parts {
  kind: 'rows' | 'items' | 'sentences';
  /** Where each ends in the block, in UTF-16 units, and its tokens. Together they are never fewer tokens than the block. */
  at: [end: number, tokens: number][];
}

export interface Section {
  /** The anchor of its heading on the page; what stands before the first heading has `leadAnchor`. */
  anchor: string;
  title: string;
  /** Of its heading, in the article's source, 1–6; 0 without one. */
  level: number;
  kind: 'content' | 'question';
  evidence: EvidenceKind;
  /** Its heading and what follows up to the next heading, in the source's levels; of a question the answer with all its headings. */
  body: Counted;
  /** Its blocks (paragraphs, lists, code), which fill its text with blank lines between. */
  blocks: SectionBlock[];
  /**
   * The keywords of several words that it explains better than the other sections do: a line for each, its terms (`analyse`) with
   * spaces between. One text, because it is parsed several times faster than a list.
   */
  about?: string;
  /** How it is named where it is left out: a list item with its anchor. */
  entry: Counted;
}

export interface Sections {
  title: Counted;
  summary: Counted;
  /** How far to trust it and how to cite it, in one line. */
  trust: Counted;
  /** What is said first when this is no longer the article's text. */
  outdated: Counted;
  /** The same when the article is no more. */
  removed: Counted;
  /** What is said first when no section holds a word of the question. */
  unanswered: Counted;
  /** What stands before the entries of what is left out, and says how to get it. */
  omission: Counted;
  sections: Section[];
}

/** No heading has this anchor: an anchor holds no dot. */
export const leadAnchor = '.lead';

/** Between texts: a blank line. */
export const separator = '\n\n';
