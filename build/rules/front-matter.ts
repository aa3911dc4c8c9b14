// Rules about YAML: the fields of front matter and of `site.yaml`, and their values.
import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import { closest } from '../edition/closest.ts';
import { type Bilingual, languages } from '../edition/vocabulary.ts';
import { type Finding, inLocale, show, startOfFile } from '../messages.ts';
import { siteFileName } from '../source/entry.ts';
import { articleFields, expectationOf, guideFields, titleLengthAdvised } from '../source/front-matter-schema.ts';
import { isMisnamedSiteFile, readSiteFile, siteFields } from '../source/site-file.ts';
import type { YamlReading } from '../source/yaml.ts';
import type { DraftRule, EntryRule, Rule } from './rule.ts';

const frontMatterSchema: DraftRule = {
  stage: 'draft',
  name: 'front-matter-schema',
  severity: 'error',
  about: {
    zh: 'front matter 的字段都是已知的，一个不缺，取值也符合要求。',
    en: 'The front matter has all required fields and no unknown ones, and every value is valid.',
  },
  check(draft) {
    const { checked, kind } = draft.fields;
    if (checked === undefined || checked.success) return [];
    const schema = kind === 'article' ? articleFields : guideFields;
    const file = { zh: 'front matter ', en: 'the front matter' };
    return schemaFindings(checked.error, { values: draft.frontMatter, schema, file });
  },
};

const titleLength: DraftRule = {
  stage: 'draft',
  name: 'title-length',
  severity: 'warning',
  about: {
    zh: '标题是文章的名称；解释性的内容属于摘要。',
    en: 'A title names the article; explanations belong in the summary.',
  },
  check({ fields, frontMatter }) {
    if (!fields.checked?.success) return [];
    const { title } = fields.checked.data;
    return languages.flatMap((language) => {
      const length = [...title[language]].length;
      if (length <= titleLengthAdvised) return [];
      return {
        place: frontMatter.placeOf(['title', language]),
        found: { zh: `长达 ${length} 个字符的标题`, en: `a title of ${length} characters` },
        expected: { zh: `长度为 1–${titleLengthAdvised} 个字符的标题`, en: `1–${titleLengthAdvised} characters` },
        advice: { zh: '缩短它，把其余内容移到摘要中。', en: 'Shorten it, and move the rest into the summary.' },
      };
    });
  },
};

const dateOrder: DraftRule = {
  stage: 'draft',
  name: 'date-order',
  severity: 'error',
  about: { zh: '发布和更新都不早于创建。', en: 'Nothing is published or updated before it was created.' },
  check({ frontMatter }) {
    // These fields can be compared even if other fields are wrong. The schema reports values that are not dates.
    const createdAt = frontMatter.values?.createdAt;
    return (['publishedAt', 'updatedAt'] as const).flatMap((name) => {
      const value = frontMatter.values?.[name];
      if (typeof createdAt !== 'string' || typeof value !== 'string') return [];
      if (!(Date.parse(value) < Date.parse(createdAt))) return [];
      return {
        place: frontMatter.placeOf([name]),
        found: {
          zh: `${name} ${show(value)} 早于 createdAt ${show(createdAt)}`,
          en: `${name} ${show(value)}, before createdAt ${show(createdAt)}`,
        },
        expected: { zh: `不早于 createdAt 的 ${name}`, en: `${name} at createdAt or later` },
        advice: { zh: '改正两者之中写错的那一个。', en: 'Correct whichever of the two is wrong.' },
      };
    });
  },
};

const misnamedSiteFile = (name: string): Finding => ({
  place: startOfFile,
  found: { zh: `不会被读取的文件 ${show(name)}`, en: `the file ${show(name)}, which is not read` },
  expected: { zh: `名为 ${siteFileName} 的站点文件`, en: `a site file that is called ${siteFileName}` },
  advice: { zh: `把它改名为 ${siteFileName}。`, en: `Rename it to ${siteFileName}.` },
});

export const siteFile: EntryRule = {
  stage: 'entry',
  name: 'site-file',
  severity: 'error',
  about: {
    zh: 'site.yaml 的字段都是已知的，取值也符合要求：它决定站点的名称和领域。',
    en: 'Every field of site.yaml is known and its value is valid; the fields give the site its name and its domains.',
  },
  check({ path, kind, bytes, size = bytes.length }) {
    if (kind === 'file' && isMisnamedSiteFile(path)) return [misnamedSiteFile(path)];
    // An unreadable file is reported by the rules about files.
    if (path !== siteFileName || kind !== 'file' || size !== bytes.length || !isUtf8(bytes)) return [];
    const { yaml, checked } = readSiteFile({ bytes });
    if (checked === undefined) return yaml.findings;
    if (checked.success) return [];
    return schemaFindings(checked.error, {
      values: yaml,
      schema: siteFields,
      file: { zh: `${siteFileName} `, en: siteFileName },
    });
  },
};

interface CheckedYaml {
  values: YamlReading;
  schema: z.ZodType;
  /** The name of the file in messages about missing fields. */
  file: Bilingual;
}

/**
 * Turns the issues of zod into findings. Each has the place of its field and, for an unknown field, the name that the author may
 * have meant.
 */
function schemaFindings(error: z.ZodError, checked: CheckedYaml): Finding[] {
  // zod reports one issue for each alternative of a union. Only the first finding for each place is kept.
  const places = new Set<string>();
  return error.issues
    .flatMap((issue) => findingsOf(issue, checked))
    .filter(({ place, found }) => {
      const key = `${place.line}:${place.column}:${inLocale(found, 'en')}`;
      return !places.has(key) && places.add(key);
    });
}

function findingsOf(issue: z.core.$ZodIssue, { values, schema, file }: CheckedYaml): Finding[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(schema, path);
    return issue.keys.map((key) => {
      // A beginning counts too: `risk` probably means `riskLevel`.
      const likely = closest(key, known) ?? known.find((name) => key.length > 2 && name.startsWith(key));
      return {
        place: values.placeOfKey(path, key),
        found: {
          zh: `未知字段 ${show([...path, key].join('.'))}`,
          en: `the field ${show([...path, key].join('.'))}, which is not known`,
        },
        expected: { zh: `以下字段之一：${known.join('、')}`, en: `only ${known.join(', ')}` },
        advice:
          likely === undefined
            ? { zh: '删除这个字段。', en: 'Remove the field.' }
            : {
                zh: `如果本意是 ${likely}，把字段改成这个名称。`,
                en: `Rename it to ${likely} if you meant this field.`,
              },
      };
    });
  }
  const name = path.join('.');
  const place = values.placeOf(path);
  const expected = describedAt(schema, path);
  const value = path.reduce<unknown>((outer, key) => Object(outer)[key], values.values);
  if (value === undefined) {
    const found = { zh: `缺少字段 ${show(name)}`, en: `no field ${show(name)}` };
    const advice = { zh: `在 ${file.zh}中加上 ${name}。`, en: `Add ${name} to ${file.en}.` };
    return [{ place, found, expected, advice }];
  }
  const size = sizeOf(value);
  const found = {
    zh: `字段 ${show(name)} 的值为 ${show(value)}${size.zh}`,
    en: `${show(name)} is ${show(value)}${size.en}`,
  };
  // Without quotes, YAML reads `title: 404` as a number.
  const isUnquoted =
    (typeof value === 'number' || typeof value === 'boolean') &&
    /^(tags|keywords|title|summary|author|name|tagline|domains)/.test(name);
  const advice = isUnquoted
    ? { zh: `给它加上引号："${value}"。`, en: `Put it in quotes: "${value}".` }
    : { zh: `把 ${name} 写成${expected.zh}。`, en: `Write ${name} as ${expected.en}.` };
  return [{ place, found, expected, advice }];
}

/** Describes a value by its size if the value is too long for a message. */
function sizeOf(value: unknown): Bilingual {
  if (typeof value === 'string' && value.length > 80) {
    const { length } = [...value];
    return { zh: `（${length} 个字符）`, en: ` (${length} characters)` };
  }
  if (!Array.isArray(value) || value.length <= 8) return { zh: '', en: '' };
  return { zh: `（${value.length} 项）`, en: ` (${value.length} entries)` };
}

/** The schema for the value at a path. Defaults and optionals are unwrapped. */
function schemaAt(schema: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((outer, key) => {
    const inner = unwrap(outer);
    if (inner instanceof z.ZodObject) return (inner.shape as Record<PropertyKey, unknown>)[key];
    if (inner instanceof z.ZodArray) return inner.element;
    return undefined;
  }, schema);
}

function unwrap(schema: unknown): unknown {
  return schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? unwrap(schema.unwrap()) : schema;
}

/** The expectation for the value at a path, or for its nearest ancestor that has one. */
function describedAt(schema: z.ZodType, path: readonly PropertyKey[]): Bilingual {
  for (let length = path.length; length > 0; length -= 1) {
    const at = schemaAt(schema, path.slice(0, length));
    for (const candidate of [at, unwrap(at)]) {
      const expectation = candidate instanceof z.ZodType ? expectationOf(candidate) : undefined;
      if (expectation !== undefined) return expectation;
    }
  }
  return { zh: '由字段组成的映射', en: 'a mapping of fields' };
}

function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const at = unwrap(schemaAt(schema, path));
  return at instanceof z.ZodObject ? Object.keys(at.shape) : [];
}

export const frontMatterRules: readonly Rule[] = [frontMatterSchema, titleLength, dateOrder];
