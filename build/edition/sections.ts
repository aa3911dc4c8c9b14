// The sections of an article in one language, each with its own Markdown and what it costs in tokens, so that a server can answer
// within a budget by choosing among them. The build writes them, the server reads them.
import { z } from 'zod';

/** Text and its number of tokens (o200k_base), those of a blank line behind it among them. */
const counted = z.strictObject({ text: z.string(), tokens: z.int().min(0) });
export type Counted = z.infer<typeof counted>;

export const section = z.strictObject({
  /** The anchor of its heading on the page; what stands before the first heading has `leadAnchor`. */
  anchor: z.string(),
  title: z.string(),
  /** Of its heading, in the article's source; 0 without one. */
  level: z.int().min(0).max(6),
  kind: z.enum(['content', 'question']),
  /** Its heading and what follows up to the next heading, in the source's levels; of a question the answer with all its headings. */
  body: counted,
  /**
   * Its blocks (paragraphs, lists, code), which fill its text with blank lines between: where each ends in the text, in UTF-16
   * units, its tokens, and how many lines of the passages (`passages.ts`) are its own.
   */
  blocks: z.array(z.tuple([z.int().min(0), z.int().min(0), z.int().min(0)])),
  /** How it is named where it is left out: a list item with its anchor. */
  entry: counted,
});
export type Section = z.infer<typeof section>;

export const sections = z.strictObject({
  /** The title alone, and with the summary. */
  title: counted,
  head: counted,
  /** What stands before the entries of what is left out, and says how to get it. */
  omission: counted,
  sections: z.array(section),
});
export type Sections = z.infer<typeof sections>;

/** No heading has this anchor: an anchor holds no dot. */
export const leadAnchor = '.lead';

/** Between texts: a blank line. */
export const separator = '\n\n';
