// Writes a verification record into the front matter of an article. Only the list `verification` is rewritten. The result is
// parsed again, and the change is refused if any other field or the body differs.
import { isUtf8 } from 'node:buffer';
import { isDeepStrictEqual } from 'node:util';
import { Document, isMap, isNode, isScalar, isSeq, Pair, parseDocument, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { type Finding, type Place, type Replacement, startOfFile } from '../messages.ts';
import { type Draft, readDraft } from '../source/draft.ts';
import { articleBytesMax, type SourceEntry, withReplacements } from '../source/entry.ts';
import {
  type ArticleFields,
  articleFields,
  type NewRecord,
  record as recordSchema,
  type Record as VerificationRecord,
} from '../source/front-matter-schema.ts';
import { toArticle } from '../source/source-article.ts';
import { digestOf } from './digest.ts';

/** The bytes of the file with the record, or the reason why the record cannot be added. */
export type RecordEdit = { bytes: Uint8Array } | { finding: Finding };

/**
 * Adds a record to an article. It replaces the first record of the same verifier, and later records of this verifier are removed.
 * If the verifier has no record yet, the new record is added at the end. Comments of a replaced record stay. Throws when the record
 * does not match the schema, because such a record would stop every later build.
 */
export function withRecord(entry: SourceEntry, given: NewRecord): RecordEdit {
  const written = recordSchema.parse(given);
  const before = readArticle(entry);
  if ('finding' in before) return before;
  const { text, frontMatter } = before.draft;
  const place = frontMatter.placeOf(['verification']);
  const { start, end } = frontMatter.extent ?? { start: 0, end: 0 };
  const edit = listEdit(text.slice(start, end), written);
  if (edit === undefined) return { finding: notInPlace(place) };
  const bytes = withReplacements(entry.bytes, [{ ...edit, start: start + edit.start, end: start + edit.end }]);
  if (bytes.length > articleBytesMax) return { finding: tooLarge(place, bytes.length) };
  const after = readArticle({ ...entry, bytes });
  return 'finding' in after || !isSameBut(before, after, written) ? { finding: notInPlace(place) } : { bytes };
}

/** The edit of the front matter's YAML that adds the record. Undefined when the whole front matter is in braces `{ … }`. */
function listEdit(yaml: string, written: VerificationRecord): Replacement | undefined {
  const fields = parseDocument(yaml, { version: '1.2' }).contents;
  if (!isMap(fields) || fields.flow === true) return undefined;
  const known = fields.items.find(({ key }) => isScalar(key) && key.value === 'verification');
  const start = (isScalar(known?.key) ? known.key.range?.[0] : undefined) ?? yaml.length;
  // The last offset in `range` is after the comments of the node.
  const end = (isNode(known?.value) ? known.value.range?.[2] : undefined) ?? yaml.length;
  const document = new Document({});
  document.contents = new YAMLMap();
  document.add(new Pair('verification', listWith(known?.value, written)));
  const firstKey = fields.items[0]?.key;
  const column = columnAt(yaml, known === undefined && isScalar(firstKey) ? (firstKey.range?.[0] ?? 0) : start);
  const lines = document.toString({ lineWidth: 0, indentSeq: !/^-/m.test(yaml.slice(start, end)) });
  const text = lines.replaceAll(/\n(?=.)/g, `\n${' '.repeat(column)}`);
  const hasLineEnd = known === undefined || yaml[end - 1] === '\n';
  return {
    start,
    end,
    replacement: `${known === undefined ? ' '.repeat(column) : ''}${hasLineEnd ? text : text.trimEnd()}`,
  };
}

const columnAt = (text: string, offset: number): number => offset - (text.lastIndexOf('\n', offset - 1) + 1);

/** The list of records in block style: the new record, the records of other verifiers, and all comments. */
function listWith(known: unknown, written: VerificationRecord): YAMLSeq {
  const list = isSeq(known) ? known : new YAMLSeq();
  if (isNode(known)) {
    list.commentBefore = known.commentBefore ?? null;
    list.comment = known.comment ?? null;
  }
  list.flow = false;
  const record = recordNode(written);
  const own = list.items.filter((item) => isMap(item) && item.get('verifier') === written.verifier);
  const [first] = own;
  list.items = list.items.filter((item) => item === first || !own.includes(item));
  if (isMap(first)) update(first, record);
  else list.add(record);
  return list;
}

/** Gives `record` the fields of another record. The comments of `record` stay. */
function update(record: YAMLMap, { items }: YAMLMap): void {
  record.items = record.items.filter(({ key }) => items.some((item) => String(item.key) === String(key)));
  for (const { key, value } of items) {
    const old = record.get(key, true);
    if (isNode(old) && isNode(value)) {
      value.commentBefore = old.commentBefore ?? null;
      value.comment = old.comment ?? null;
    }
    record.set(key, value);
  }
}

/** A record as YAML: its fields in the order of the authoring guide, texts in quotation marks. */
function recordNode({ verifier, result, at, notes, digest, examples }: VerificationRecord): YAMLMap {
  const quoted = (text: string): Scalar => Object.assign(new Scalar(text), { type: Scalar.QUOTE_DOUBLE });
  const document = new Document({});
  const record = new YAMLMap();
  record.set('verifier', quoted(verifier));
  record.set('result', result);
  record.set('at', at);
  if (typeof notes === 'string') record.set('notes', quoted(notes));
  else if (notes !== undefined)
    record.set('notes', document.createNode({ zh: quoted(notes.zh), en: quoted(notes.en) }));
  if (digest !== undefined) record.set('digest', digest);
  if (examples !== undefined) record.set('examples', document.createNode(examples, { flow: true }));
  return record;
}

interface ReadArticle {
  draft: Draft;
  fields: ArticleFields;
  digest: string;
}

/** True when the two articles differ only in the new record. */
function isSameBut(before: ReadArticle, after: ReadArticle, written: VerificationRecord): boolean {
  const { verification: records, ...fields } = before.fields;
  const first = records.findIndex(({ verifier }) => verifier === written.verifier);
  const expected = records.filter(({ verifier }) => verifier !== written.verifier);
  expected.splice(first === -1 ? records.length : first, 0, written);
  return (
    isDeepStrictEqual(after.fields, { ...fields, verification: expected }) &&
    after.digest === before.digest &&
    bodyOf(after.draft) === bodyOf(before.draft)
  );
}

const bodyOf = ({ text, frontMatter }: Draft): string => text.slice(frontMatter.extent?.end);

function readArticle(entry: SourceEntry): ReadArticle | { finding: Finding } {
  if (!isUtf8(entry.bytes)) return { finding: noArticle(startOfFile) };
  const draft = readDraft(entry);
  const { values, findings } = draft.frontMatter;
  if (values === null) return { finding: findings[0] ?? noArticle(startOfFile) };
  // An empty list may be written as `verification:` without a value, which the schema would refuse.
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
      en: 'a verification list to which a record cannot be added without other changes',
    },
    expected: {
      zh: '每行一个字段，每个列表项一条记录',
      en: 'one field per line, and one record per list item',
    },
    advice: {
      zh: '每个字段各占一行，每条记录以 "- verifier:" 开头，改好后再运行一次。',
      en: 'Write each field on a line of its own and each record as "- verifier:", and run the command again.',
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
