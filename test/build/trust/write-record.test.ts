import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NewRecord } from '../../../build/source/front-matter-schema.ts';
import { toArticle } from '../../../build/source/source-article.ts';
import { digestOf } from '../../../build/trust/digest.ts';
import { type RecordEdit, withRecord } from '../../../build/trust/write-record.ts';
import { articleText } from '../../site.ts';
import { draftOf, entryOf } from '../sources.ts';

const digest = `sha256-${'a'.repeat(64)}`;
const written: NewRecord = {
  verifier: 'stele verify',
  result: 'partial',
  at: '2026-05-01T09:00:00Z',
  notes: { zh: '运行了 3 个示例。', en: 'Ran 3 examples.' },
  digest,
  examples: { ran: 3, failed: 0, skipped: 1 },
};
/** The record as a YAML block whose dash is in the third column. */
const block = `  - verifier: "stele verify"
    result: partial
    at: 2026-05-01T09:00:00Z
    notes:
      zh: "运行了 3 个示例。"
      en: "Ran 3 examples."
    digest: ${digest}
    examples: { ran: 3, failed: 0, skipped: 1 }
`;
function bytesOf(edit: RecordEdit): Uint8Array {
  if ('finding' in edit) throw new Error(`refused: ${JSON.stringify(edit.finding)}`);
  return edit.bytes;
}
const editedText = (text: string, record: NewRecord = written): string =>
  Buffer.from(bytesOf(withRecord(entryOf(text), record))).toString();

/** The text of an article whose front matter ends with these lines. */
const ending = (lines: string): string => articleText().replace('\n---\n\n#', `\n${lines}---\n\n#`);
/** Writes the record into an article whose front matter ends with these lines, and returns the end of the new front matter. */
function becomes(lines: string, record: NewRecord = written): string {
  const text = editedText(ending(lines), record);
  const [before = '', after = ''] = ending('\u0000').split('\u0000');
  expect([text.startsWith(before), text.endsWith(after)]).toEqual([true, true]);
  return text.slice(before.length, text.length - after.length);
}
describe('a written record', () => {
  it('is a new block at the end if the front matter has no records yet', () => {
    expect(becomes('')).toBe(`verification:\n${block}`);
    expect(becomes('# The end.\n')).toBe(`# The end.\nverification:\n${block}`);
    expect(becomes('\n')).toBe(`\nverification:\n${block}`);
  });

  it.each([
    ['verification:\n', ''],
    ['verification: null # none yet\n', '  # none yet\n'],
    ['verification: [ # none yet\n  ]\n', '  # none yet\n'],
  ])('replaces an empty list written as %j', (before, comment) => {
    expect(becomes(before)).toBe(`verification:\n${block}${comment}`);
  });

  it('is added after the records of other verifiers, before the comments below them', () => {
    const other = "- { verifier: 'ann: #1', result: passed, at: 2026-01-01T00:00:00Z } # by hand\n";
    const less = block.replaceAll(/^ {2}/gm, '');
    expect(becomes(`verification:\n${other}# more to come\n`)).toBe(`verification:\n${other}${less}# more to come\n`);
    expect(becomes(`verification:\n      ${other}`)).toBe(`verification:\n  ${other}${block}`);
  });

  it('replaces the first record of its verifier, keeps its comments, and removes further records', () => {
    const lines = (name: string): string =>
      `  # before ${name}\n  - verifier: ${name} # who\n    # how\n    result: failed\n    at: 2026-01-01T00:00:00Z # when\n`;
    expect(becomes(`verification:\n${lines('stele verify')}${lines('ann')}${lines('"stele verify"')}  # last\n`)).toBe(
      `verification:\n  # before stele verify\n${block
        .replace('verify"', 'verify" # who\n    # how')
        .replace('09:00:00Z', '09:00:00Z # when')}${lines('ann')}  # last\n`,
    );
  });

  it.each([
    ['quotation marks', `He said "it's 'fine'"`],
    ['the syntax of YAML keys, comments and aliases', ': # *a &b - ? | > @ ` % !x {y} [z], ~ null 1e3'],
    ['Chinese and emoji', '《茶壶》：漏水 🫖👩‍👩‍👧 ✔️'],
    ['backslashes and escape sequences', String.raw`C:\new\table \u0041 \x`],
  ])('has notes that are read back unchanged: %s', (_name, notes) => {
    const text = editedText(ending('verification: [] # c\n'), { ...written, verifier: notes.slice(0, 60), notes });
    const { fields } = draftOf(text);
    const [record] = fields.kind === 'article' && fields.checked?.success ? fields.checked.data.verification : [];
    expect(record).toMatchObject({ verifier: notes.slice(0, 60).trim(), notes: notes.trim() });
    expect(text.split('\n').filter((line) => line.trimStart().startsWith('notes:'))).toHaveLength(1);
  });

  it('has no lines for absent notes, digest and examples', () => {
    const { verifier, result, at } = written;
    expect(becomes('', { verifier, result, at })).toBe(`verification:\n${block.split('\n').slice(0, 3).join('\n')}\n`);
  });
});

const inBraces = (_: string, fields: string): string => `---\n{ ${fields.replaceAll('\n', ',\n')} }\n---`;

describe('writing a record is refused with a reason', () => {
  it.each([
    ['in a guide', withRecord(entryOf(articleText(), 'guides/teapot.md'), written)],
    ['in an article with a wrong field', withRecord(entryOf(ending('colour: red\n')), written)],
    [
      'in front matter that is one flow mapping',
      withRecord(entryOf(articleText().replace(/^---\n([\s\S]*?)\n---/, inBraces)), written),
    ],
    ['in front matter that is not valid YAML', withRecord(entryOf(ending('author: "\n')), written)],
    [
      'when the file would be too large',
      withRecord(entryOf(articleText() + 'x'.repeat(262_144 - Buffer.byteLength(articleText()))), written),
    ],
  ])('%s', (_name, edit) => {
    expect(edit).toMatchObject({
      finding: {
        found: { zh: expect.stringMatching(/\p{Script=Han}/u), en: expect.any(String) },
        advice: { zh: expect.stringMatching(/\p{Script=Han}/u), en: expect.any(String) },
      },
    });
  });
});

/** The generators below write records, and the list around them, in many YAML layouts. */
const name = fc.constantFrom('stele verify', 'ann', 'ben');
const comment = fc.constantFrom('', '', ' # 备注: "x"');
const ownLine = fc.constantFrom('', '', '\n', '# between\n', ' # far out\n', '  # near\n\n');
const recordLayout = fc
  .record({ name, comment, style: fc.constantFrom('block', 'braces', 'own line', 'kept', 'quoted'), ownLine })
  .map(({ name: verifier, comment: tail, style, ownLine: below }) => (pad: string): string => {
    const rest = `${pad}  result: passed${tail}\n${pad}  at: "2026-01-01T00:00:00Z"`;
    const lines = {
      block: `- verifier: ${verifier}${tail}\n${rest}${tail}\n`,
      braces: `- { verifier: '${verifier}',${tail}\n${pad}    result: passed, at: 2026-01-01T00:00:00Z }${tail}\n`,
      'own line': `-${tail}\n${pad}  verifier: "${verifier}"\n${rest}\n`,
      kept: `- verifier: ${verifier}\n${rest}\n${pad}  notes: |+\n${pad}    It is #1: "so".\n\n`,
      quoted: `- "verifier": ${verifier}\n${pad}  notes: { zh: '它''s', "en": x y\n${pad}     z }\n${rest}\n`,
    };
    return `${pad}${lines[style]}${below}`;
  });
const flowLayout = fc
  .record({ name, space: fc.constantFrom('', ' ', '\n   ', ' # 中\n   ') })
  .map(
    ({ name: verifier, space }) =>
      `${space}{ verifier: ${verifier},${space} result: passed, at: 2026-01-01T00:00:00Z${space.replace('#', ' #')} }`,
  );
const list = fc.oneof(
  fc.constantFrom('', 'verification:\n', 'verification: ~ # c\n', 'verification: []\n', 'verification:\n  []\n'),
  fc
    .tuple(fc.constantFrom('', '  ', '     '), comment, ownLine, fc.array(recordLayout, { minLength: 1, maxLength: 4 }))
    .map(([pad, tail, above, records]) => `verification:${tail}\n${above}${records.map((of) => of(pad)).join('')}`),
  fc
    .tuple(fc.array(flowLayout, { minLength: 1, maxLength: 3 }), fc.constantFrom('', ',', ' , # last\n '))
    .map(([items, tail]) => `verification: [${items.join(',')}${tail}]\n`),
);
const field = fc.constantFrom('aliases: [old-pot]\n', 'related:\n- art_other # c\n', '# a comment\n', '\n');
const layout = fc
  .record({
    list,
    before: fc.array(field, { maxLength: 1 }),
    after: fc.constantFrom('', '# the end\n', '\n', '   # far in\n\n', 'keywords: [ "a # b", c ]\n'),
    bom: fc.boolean(),
    lineEnd: fc.constantFrom('\n', '\r\n'),
  })
  .map((parts) => {
    const { keywords, ...rest } = { keywords: 'keywords: [dripping]\n', ...parts };
    const text = ending(`${rest.before.join('')}${rest.list}${rest.after}`);
    const unique = rest.after.startsWith('keywords') ? text.replace(keywords, '') : text;
    return Buffer.from(`${rest.bom ? '\ufeff' : ''}${unique}`.replaceAll('\n', rest.lineEnd));
  });
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
const record: fc.Arbitrary<NewRecord> = fc
  .record({ verifier: fc.constantFrom('stele verify', 'ann'), notes: fc.option(text, { nil: undefined }), two: text })
  .map(({ notes, two, verifier }) => ({
    ...written,
    verifier,
    ...(notes !== undefined && { notes: { zh: notes, en: two } }),
  }));

/** Everything in the file except the records: all other fields and the body. */
function besides(bytes: Uint8Array): unknown {
  const draft = draftOf(bytes);
  const { verification: _, ...fields } = draft.frontMatter.values ?? {};
  return [Object.entries(fields), draft.text.split('\n---\n').slice(1)];
}
const digestIn = (bytes: Uint8Array): string | undefined => {
  const article = toArticle(draftOf(bytes));
  return article && digestOf(article.texts);
};
const recordsIn = (bytes: Uint8Array): { verifier: string }[] => {
  const article = toArticle(draftOf(bytes));
  return article === undefined ? [] : article.fields.verification;
};
const linesOf = (bytes: Uint8Array): string[] => Buffer.from(bytes).toString().split(/\r?\n/);
const isOfOtherField = (line: string): boolean => /^(?!verification)\w/.test(line);
const commentsIn = (bytes: Uint8Array): string[] =>
  (
    Buffer.from(bytes)
      .toString()
      .match(/# (?:备注|中|between|far out|near|the end|far in|last|none|c$)/gm) ?? []
  ).sort();
/** Whether `others` contains all of `lines` in the same order, possibly with more lines between them. */
function isWithin(lines: readonly string[], others: readonly string[]): boolean {
  let at = 0;
  return lines.every((line) => {
    at = others.indexOf(line, at) + 1;
    return at > 0;
  });
}

describe('writing a record into any layout of front matter', () => {
  it('leaves only the new record of its verifier, and changes no other field, record or comment', () => {
    let writtenOnes = 0;
    fc.assert(
      fc.property(layout, record, (bytes, given) => {
        const edit = withRecord(entryOf(bytes), given);
        if ('finding' in edit) {
          // Only the notes of the record can be the reason for a refusal.
          expect(edit.finding.found).toMatchObject({ en: expect.stringContaining('a record with notes') });
          return;
        }
        writtenOnes += 1;
        const [before, after] = [recordsIn(bytes), recordsIn(edit.bytes)];
        const ofOthers = (records: { verifier: string }[]) =>
          records.filter(({ verifier }) => verifier !== given.verifier);
        expect(ofOthers(after)).toEqual(ofOthers(before));
        expect(after.length).toBe(ofOthers(before).length + 1);
        const first = before.findIndex(({ verifier }) => verifier === given.verifier);
        expect(after.findIndex(({ verifier }) => verifier === given.verifier)).toBe(
          first === -1 ? before.length : first,
        );
        expect(besides(edit.bytes)).toEqual(besides(bytes));
        expect(digestIn(edit.bytes)).toBe(digestIn(Buffer.from(articleText())));
        // The lines of other fields are unchanged, including comments.
        expect(isWithin(linesOf(bytes).filter(isOfOtherField), linesOf(edit.bytes))).toBe(true);
        if (first === -1) expect(commentsIn(edit.bytes)).toEqual(commentsIn(bytes));
      }),
      { numRuns: 25 },
    );
    expect(writtenOnes).toBeGreaterThan(15);
  });
});
