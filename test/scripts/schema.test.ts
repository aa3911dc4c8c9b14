import { join } from 'node:path';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readContent } from '../../build/read.ts';
import { readDraft } from '../../build/source/draft.ts';
import { readFrontMatter } from '../../build/source/front-matter.ts';
import { articleFields, guideFields } from '../../build/source/front-matter-schema.ts';
import { type FrontMatterKind, frontMatterJsonSchema, frontMatterKinds } from '../../scripts/schema.ts';
import { articleText, fixtures } from '../site.ts';
import { stele } from './command.ts';

// In strict mode an unknown keyword is an error. Formats are not checked here: `true` accepts any text.
const ajv = new Ajv({ strict: true, allowUnionTypes: true, formats: { 'date-time': true, date: true } });
const validators = {
  article: ajv.compile(frontMatterJsonSchema('article')),
  guide: ajv.compile(frontMatterJsonSchema('guide')),
};
const zodSchemas = { article: articleFields, guide: guideFields };

const acceptedBySchema = (kind: FrontMatterKind, values: unknown): boolean => validators[kind](values) === true;
const acceptedByCompiler = (kind: FrontMatterKind, values: unknown): boolean =>
  zodSchemas[kind].safeParse(values).success;

const article = readFrontMatter(articleText()).values ?? {};
const guide = { title: { zh: '茶', en: 'Tea' }, summary: { zh: '茶。', en: 'Tea.' }, order: 1, audience: 'author' };
const base = { article, guide };
const title = { zh: '茶壶', en: 'Teapot' };
/** The field `verification` with one valid record, changed by `more`. */
const recorded = (more: object) => ({
  verification: [{ verifier: 'kitchen runner', result: 'passed', at: '2026-05-01T00:00:00Z', ...more }],
});

describe('the JSON Schema of front matter', () => {
  it.each([
    [[], 'Front matter of an article / 文章的 front matter', 'riskLevel'],
    [['guide'], 'Front matter of a guide / 指南的 front matter', 'audience'],
  ])('is printed by `stele schema` with %j', async (given, title, field) => {
    const { code, stdout } = await stele(['schema', ...given]);
    const $schema = 'http://json-schema.org/draft-07/schema#';
    expect(JSON.parse(stdout)).toMatchObject({ $schema, title, required: expect.arrayContaining([field]) });
    expect(code).toBe(0);
  });

  it('accepts every file of the fixture site', async () => {
    const drafts = (await readContent(join(fixtures, 'site'))).map(readDraft);
    const refused = drafts.filter(({ fields, frontMatter }) => !acceptedBySchema(fields.kind, frontMatter.values));
    expect(drafts.length).toBeGreaterThan(10);
    expect(refused.map(({ path }) => path)).toEqual([]);
  });

  it('refuses every file whose fields the compiler refuses', async () => {
    const entries = await readContent(join(fixtures, 'broken/front-matter-schema/content'));
    for (const { path, fields, frontMatter } of entries.map(readDraft)) {
      const isAccepted = acceptedBySchema(fields.kind, frontMatter.values);
      expect([path, fields.checked?.success, isAccepted]).toEqual([path, false, false]);
    }
  });

  it.each<[FrontMatterKind, Record<string, unknown>[]]>([
    ['article', [{ id: 'teapot' }, { colour: 'blue' }, { title: 'Teapot' }, { title: { ...title, fr: 'Théière' } }]],
    ['article', [' \n ', '茶\n壶', '壶'.repeat(601)].map((zh) => ({ title: { ...title, zh } }))],
    ['article', ['茶'.repeat(601), '一。\n \n二。'].map((zh) => ({ summary: { zh, en: 'Tea.' } }))],
    ['article', [{ author: 418 }, { author: 'tea\u0007' }, { tags: [] }, { tags: ['tea, pot'] }, { keywords: 'tea' }]],
    ['article', [{ tags: Array.from({ length: 17 }, (_, index) => `t${index}`) }, { riskLevel: 'Low' }]],
    ['article', [{ createdAt: '2026-01-01' }, { updatedAt: '2026-03-01T00:00:00+08:00' }]],
    ['article', [{ related: ['art_UPPER'] }, { aliases: ['under_score'] }]],
    ['article', [{ result: 'pass' }, { digest: 'sha256-1234' }, { notes: { zh: '好' } }].map(recorded)],
    ['article', [recorded({ examples: { ran: -1, failed: 0.5, skipped: 0 } })]],
    ['guide', [{ order: 'first' }, { audience: 'readers' }]],
  ])('refuses, like the compiler, for the kind %s: %j', (kind, wrong) => {
    expect([acceptedByCompiler(kind, base[kind]), acceptedBySchema(kind, base[kind])]).toEqual([true, true]);
    for (const fields of wrong) {
      const values = { ...base[kind], ...fields };
      const accepted = [acceptedByCompiler(kind, values), acceptedBySchema(kind, values)];
      expect(accepted, JSON.stringify(fields)).toEqual([false, false]);
    }
  });

  it('accepts the same characters in texts as the compiler', () => {
    const characters = fc.constantFrom(...'a中🫖, \t\n\r\u0000\u0007\u000b\u001f\u007f\u0085\u00a0\u2028\ufeff');
    const text = fc.string({ unit: characters, maxLength: 8 });
    fc.assert(
      fc.property(text, fc.constantFrom('title', 'summary', 'tags'), (value, field) => {
        const values = { ...article, [field]: field === 'tags' ? [value] : { zh: value, en: 'Tea' } };
        expect(acceptedBySchema('article', values)).toBe(acceptedByCompiler('article', values));
      }),
      { numRuns: 1000 },
    );
  });

  it.each(frontMatterKinds)('describes every field of %s in both languages', (kind) => {
    const described = (schema: unknown): string[] => {
      if (typeof schema !== 'object' || schema === null) return [];
      const fields = 'properties' in schema && typeof schema.properties === 'object' ? schema.properties : {};
      const silent = Object.entries(fields ?? {}).filter(
        ([, field]) => !/^\S.+ \/ .*\p{Script=Han}/u.test(String(field.description)),
      );
      return [...silent.map(([name]) => name), ...Object.values(schema).flatMap(described)];
    };
    expect(described(frontMatterJsonSchema(kind))).toEqual([]);
    expect(Object.keys(zodSchemas[kind].shape)).toEqual(Object.keys(Object(frontMatterJsonSchema(kind).properties)));
  });
});
