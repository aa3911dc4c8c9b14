// A draft: one Markdown file, parsed as far as possible, before any rule has judged it. Reading a draft never fails. Unreadable
// parts are recorded, and rules report them.
import type { Root } from 'mdast';
import type { z } from 'zod';
import type { Place } from '../messages.ts';
import { decoded, guidesFolder, type SourceEntry, slugOf, splitPath } from './entry.ts';
import { type FrontMatter, readFrontMatter } from './front-matter.ts';
import { type ArticleFields, articleFields, type GuideFields, guideFields } from './front-matter-schema.ts';
import { cutDeepNodes, markdown, withoutDeepLines } from './markdown.ts';
import { type Outline, outlineOf } from './outline.ts';

/** The front matter after the check against its schema. Undefined when the YAML could not be read at all. */
export type CheckedFields =
  | { kind: 'article'; checked: z.ZodSafeParseResult<ArticleFields> | undefined }
  | { kind: 'guide'; checked: z.ZodSafeParseResult<GuideFields> | undefined };

export interface Draft {
  path: string;
  folder: string;
  slug: string;
  /** The whole file with LF line ends and without a byte order mark. All offsets and lines of a draft refer to it. */
  text: string;
  frontMatter: FrontMatter;
  fields: CheckedFields;
  /** The syntax tree of the body, without parts that nest too deep. */
  tree: Root;
  outline: Outline;
  /** The places of parts that nest too deep. */
  deepPlaces: Place[];
}

/** Reads a Markdown file. The caller has checked that its bytes are valid UTF-8. */
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

/** Replaces the front matter with spaces instead of cutting it, so that every position in the body is also a position in the file. */
function withoutFrontMatter(text: string, bodyLine: number | null): string {
  const lines = text.split('\n');
  return lines
    .map((line, index) => (bodyLine === null || index < bodyLine - 1 ? ' '.repeat(line.length) : line))
    .join('\n');
}
