// Puts a verification record into the front matter of an article, and leaves every other byte of the file as it is.
// Nothing is written that was not read again first and found to be the same article with that record, and no more.
import { isDeepStrictEqual } from 'node:util';
import { fixedBytes } from '../fixes.ts';
import { type Bilingual, type Finding, type Place, show, startOfFile, type Wording } from '../messages.ts';
import { digestOf } from '../trust/digest.ts';
import { toArticle } from './article.ts';
import { type Draft, readDraft } from './draft.ts';
import { articleBytesMax, type SourceEntry } from './entry.ts';
import { closingLine } from './front-matter.ts';
import {
  type ArticleFields,
  articleFields,
  expectationOf,
  type NewRecord,
  record as recordSchema,
  type Record as VerificationRecord,
} from './front-matter-schema.ts';
import { type RecordChange, recordReplacements } from './record-places.ts';

/** The file with the record, or why it cannot be put there. */
export type RecordEdit = { bytes: Uint8Array } | { finding: Finding };

/** Writes a record: instead of all that its verifier has, in the place of the first of them; else behind the others. */
export function withRecord(entry: SourceEntry, given: NewRecord): RecordEdit {
  const parsed = recordSchema.safeParse(given);
  if (!parsed.success) return { finding: wrongRecord(given, parsed.error.issues[0]?.path[0]) };
  return edited(entry, parsed.data);
}

interface ReadArticle {
  draft: Draft;
  fields: ArticleFields;
  digest: string;
}

function edited(entry: SourceEntry, written: VerificationRecord): RecordEdit {
  const before = readArticle(entry);
  if ('finding' in before) return before;
  const { draft, fields } = before;
  const { verifier } = written;
  const gone = new Set(fields.verification.flatMap((own, index) => (own.verifier === verifier ? [index] : [])));
  const place = draft.frontMatter.placeOf(['verification']);
  const { start, end } = fieldsExtent(draft.text);
  const replacements = recordReplacements(draft.text.slice(start, end), { gone, written });
  if (replacements === undefined) return { finding: notInPlace(place) };
  const shifted = replacements.map((one) => ({ ...one, start: one.start + start, end: one.end + start }));
  const bytes = fixedBytes(entry.bytes, shifted);
  if (bytes.length > articleBytesMax) return { finding: tooLarge(place, bytes.length) };
  const after = readArticle({ ...entry, bytes });
  const isRight = !('finding' in after) && isSameBut(before, after, { gone, written });
  return isRight && isDeepStrictEqual(bodyOf(bytes), bodyOf(entry.bytes)) ? { bytes } : { finding: notInPlace(place) };
}

/** Between the line that opens the front matter and the one that closes it, of a text that has both. */
function fieldsExtent(text: string): { start: number; end: number } {
  const lines = text.split('\n');
  const offsetOf = (line: number): number => lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0);
  return { start: offsetOf(1), end: offsetOf(closingLine(lines) ?? 1) };
}

/** What follows the line that closes the front matter, with its own line ends. */
function bodyOf(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8').decode(bytes);
  return /^---[^\r\n]*(?:\r\n|\r|\n)[\s\S]*?(?:\r\n|\r|\n)---[^\r\n]*([\s\S]*)$/.exec(text)?.[1] ?? '';
}

/** True when nothing differs but the records, and those as they should. */
function isSameBut(before: ReadArticle, after: ReadArticle, { gone, written }: RecordChange): boolean {
  const { verification: recordsBefore, ...was } = before.fields;
  const { verification: recordsAfter, ...is } = after.fields;
  const expected = recordsBefore.filter((_, index) => !gone.has(index));
  const place = gone.size === 0 ? recordsBefore.length : Math.min(...gone);
  expected.splice(place, 0, written);
  return isDeepStrictEqual(was, is) && isDeepStrictEqual(recordsAfter, expected) && before.digest === after.digest;
}

function readArticle(entry: SourceEntry): ReadArticle | { finding: Finding } {
  if (!isUtf8(entry.bytes)) return { finding: noArticle(startOfFile) };
  const draft = readDraft(entry);
  const { values, findings } = draft.frontMatter;
  if (values === null) return { finding: findings[0] ?? noArticle(startOfFile) };
  // A list that is still empty is written in many ways; the schema knows two of them.
  const fields = articleFields.safeParse({ ...values, verification: values.verification ?? [] });
  const { zh, en } = draft.outline.parts;
  const isWhole = draft.fields.kind === 'article' && zh !== undefined && en !== undefined;
  const article = isWhole ? toArticle({ ...draft, fields: { kind: 'article', checked: fields } }) : undefined;
  if (article === undefined) {
    const path = fields.success ? [] : (fields.error.issues[0]?.path ?? []);
    return { finding: noArticle(path.length === 0 ? startOfFile : draft.frontMatter.placeOf(path)) };
  }
  return { draft, fields: article.fields, digest: digestOf(article.texts) };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function noArticle(place: Place): Finding {
  return {
    place,
    found: { zh: '有错误的文件，或不是文章的文件', en: 'a file that has errors or is no article' },
    expected: { zh: '两种语言齐全、字段正确的文章', en: 'an article with both languages and correct fields' },
    advice: {
      zh: '先运行 `npm run check` 并改正错误，再写入记录。',
      en: 'Run `npm run check` and correct what it reports; then the record can be written.',
    },
  };
}

function notInPlace(place: Place): Finding {
  return {
    place,
    found: {
      zh: '无法在不改动其他内容的情况下写入记录的 verification',
      en: 'a verification list that cannot be given a record without changing something else',
    },
    expected: {
      zh: '逐条列出的记录，不用别名、锚点和标签',
      en: 'records listed one by one, without aliases, anchors and tags',
    },
    advice: {
      zh: '把列表写成每条记录以 "- verifier:" 开头的形式，再运行一次。',
      en: 'Write the list so that each record begins with "- verifier:", and run the command again.',
    },
  };
}

function tooLarge(place: Place, size: number): Finding {
  return {
    place,
    found: { zh: `加上记录后有 ${size} 字节的文件`, en: `a file of ${size} bytes with the record` },
    expected: { zh: `至多 ${articleBytesMax} 字节`, en: `at most ${articleBytesMax} bytes` },
    advice: { zh: '把文章缩短或分成几篇。', en: 'Shorten the article or split it.' },
  };
}

/** A record that the schema refuses would stop every build after it. */
function wrongRecord(given: NewRecord, name: PropertyKey | undefined): Finding {
  const [field, value] = Object.entries(given).find(([key]) => key === name) ?? ['', given];
  const schema = Object.entries(recordSchema.shape).find(([key]) => key === field)?.[1] ?? recordSchema;
  const found: Bilingual = { zh: `记录的 ${field} 为 ${show(value)}`, en: `a record with ${field} ${show(value)}` };
  const fallback: Wording = expectationOf(recordSchema) ?? '{ verifier, result, at, notes, digest, examples }';
  return {
    place: startOfFile,
    found,
    expected: expectationOf(schema) ?? fallback,
    advice: { zh: '改正这个值；文件保持不变。', en: 'Correct the value; the file stays as it is.' },
  };
}
