// A draft: one Markdown file, parsed as far as possible, before any rule has judged it. Reading never fails; unreadable parts are
// recorded for the rules.
import type { Root } from 'mdast';
import type { z } from 'zod';
import type { Place } from '../messages.ts';
import { decoded, guidesFolder, type SourceEntry, slugOf, splitPath } from './entry.ts';
import { type FrontMatter, readFrontMatter } from './front-matter.ts';
import { type ArticleFields, articleFields, type GuideFields, guideFields } from './front-matter-schema.ts';
import { cutDeepNodes, markdown, withoutDeepLines } from './markdown.ts';
import { type Outline, outlineOf } from './outline.ts';

/** The front matter checked against its schema; undefined when it could not be read at all. */
export type CheckedFields =
  | { kind: 'article'; checked: z.ZodSafeParseResult<ArticleFields> | undefined }
  | { kind: 'guide'; checked: z.ZodSafeParseResult<GuideFields> | undefined };

export interface Draft {
  path: string;
  folder: string;
  slug: string;
  /** The whole file: LF line ends, no byte order mark. All offsets and lines below refer to it. */
  text: string;
  frontMatter: FrontMatter;
  fields: CheckedFields;
  /** The body without parts that nest too deep. */
  tree: Root;
  outline: Outline;
  /** The places of parts that nest too deep. */
  deepPlaces: Place[];
}

/** Reads a Markdown file whose bytes are known to be UTF-8. */
export function readDraft(entry: SourceEntry): Draft {
  const text = decoded(entry.bytes);
  const { folder } = splitPath(entry.path);
  const frontMatter = readFrontMatter(text);
  const body = withoutDeepLines(withoutFrontMatter(text, frontMatter.bodyLine));
  const tree = markdown.parse(body.text);
  const deepPlaces = [...body.places, ...cutDeepNodes(tree)];
  return {
    path: entry.path,
    folder,
    slug: slugOf(entry.path),
    text,
    frontMatter,
    fields: checkFields(folder, frontMatter.values),
    tree,
    outline: outlineOf(tree),
    deepPlaces,
  };
}

function checkFields(folder: string, values: unknown): CheckedFields {
  const readable = values !== null;
  return folder === guidesFolder
    ? { kind: 'guide', checked: readable ? guideFields.safeParse(values) : undefined }
    : { kind: 'article', checked: readable ? articleFields.safeParse(values) : undefined };
}

/** Blanks the front matter out instead of cutting it, so that every position is a position in the file. */
function withoutFrontMatter(text: string, bodyLine: number | null): string {
  const lines = text.split('\n');
  return lines
    .map((line, index) => (bodyLine === null || index < bodyLine - 1 ? ' '.repeat(line.length) : line))
    .join('\n');
}
