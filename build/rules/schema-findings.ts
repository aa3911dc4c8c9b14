// What a zod schema says against YAML, as findings: with the place of each field, and the field that was probably meant.
import { z } from 'zod';
import { closest } from '../edition/closest.ts';
import type { Bilingual } from '../edition/vocabulary.ts';
import { type Finding, inLocale, show } from '../messages.ts';
import { expectationOf } from '../source/front-matter-schema.ts';
import type { YamlReading } from '../source/yaml.ts';

interface CheckedYaml {
  values: YamlReading;
  schema: z.ZodType;
  /** Where fields are to be added. */
  file: Bilingual;
}

export function schemaFindings(error: z.ZodError, checked: CheckedYaml): Finding[] {
  // A union reports one issue per alternative; one finding for each place is enough.
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
      // `risk` is short for `riskLevel`.
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
                en: `Rename it to ${likely}, if that is what was meant.`,
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
  // YAML reads `title: 404` as a number.
  const isUnquoted =
    (typeof value === 'number' || typeof value === 'boolean') &&
    /^(tags|keywords|title|summary|author|name|tagline|domains)/.test(name);
  const advice = isUnquoted
    ? { zh: `给它加上引号："${value}"。`, en: `Put it in quotes: "${value}".` }
    : { zh: `把 ${name} 写成${expected.zh}。`, en: `Write ${name} as ${expected.en}.` };
  return [{ place, found, expected, advice }];
}

/** How much there is of what is too long to be shown. */
function sizeOf(value: unknown): Bilingual {
  if (typeof value === 'string' && value.length > 80) {
    const { length } = [...value];
    return { zh: `（${length} 个字符）`, en: ` (${length} characters)` };
  }
  if (!Array.isArray(value) || value.length <= 8) return { zh: '', en: '' };
  return { zh: `（${value.length} 项）`, en: ` (${value.length} entries)` };
}

/** The schema at a path, seen through defaults and optionals. */
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

/** What is expected at a path, or around it where the schema does not say. */
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
