// How a verification record is written as YAML: its fields one below the other, or in braces inside a list in brackets.
// What somebody worded stands in double quotes, which JSON and YAML escape alike; what has a fixed form needs none.
import type { Record as VerificationRecord } from './front-matter-schema.ts';

/** An item of a block sequence whose dash is in this column (from 0). The first line is not indented, the last not ended. */
export function blockRecord(record: VerificationRecord, column: number): string {
  const pad = ' '.repeat(column + 2);
  const lines = fieldsOf(record).map(([name, value]) => {
    if (typeof value === 'string') return `${name}: ${value}`;
    return [`${name}:`, ...value.map(([inner, text]) => `${pad}  ${inner}: ${text}`)].join('\n');
  });
  return `- ${lines.join(`\n${pad}`)}`;
}

/** The same between braces, on one line. */
export function flowRecord(record: VerificationRecord): string {
  const fields = fieldsOf(record).map(([name, value]) =>
    typeof value === 'string' ? `${name}: ${value}` : `${name}: ${flowFields(value)}`,
  );
  return `{ ${fields.join(', ')} }`;
}

type Written = [name: string, value: string][];

/** In the order of the authoring guide. Texts in two languages are a mapping, which is a line for each in a block. */
function fieldsOf({ verifier, result, at, notes, digest, examples }: VerificationRecord): [string, string | Written][] {
  const fields: [string, string | Written][] = [
    ['verifier', JSON.stringify(verifier)],
    ['result', result],
    ['at', at],
  ];
  if (typeof notes === 'string') fields.push(['notes', JSON.stringify(notes)]);
  else if (notes !== undefined)
    fields.push([
      'notes',
      [
        ['zh', JSON.stringify(notes.zh)],
        ['en', JSON.stringify(notes.en)],
      ],
    ]);
  if (digest !== undefined) fields.push(['digest', digest]);
  if (examples !== undefined) {
    const { ran, failed, skipped } = examples;
    fields.push(['examples', `{ ran: ${ran}, failed: ${failed}, skipped: ${skipped} }`]);
  }
  return fields;
}

const flowFields = (fields: Written): string => `{ ${fields.map(([name, text]) => `${name}: ${text}`).join(', ')} }`;
