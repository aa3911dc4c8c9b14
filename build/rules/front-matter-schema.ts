import { z } from 'zod';
import { closest } from '../edition/closest.ts';
import { type Bilingual, type Finding, inLocale, show } from '../messages.ts';
import type { Draft } from '../source/draft.ts';
import { articleFields, expectationOf, guideFields } from '../source/front-matter-schema.ts';
import type { DraftRule } from './rule.ts';

export const frontMatterSchema: DraftRule = {
  stage: 'draft',
  name: 'front-matter-schema',
  severity: 'error',
  about: {
    zh: 'front matter 的字段都是已知的，一个不缺，取值也符合要求。',
    en: 'Every field of the front matter is known, present and of its kind.',
  },
  check(draft) {
    const { checked, kind } = draft.fields;
    if (checked === undefined || checked.success) return [];
    const schema = kind === 'article' ? articleFields : guideFields;
    // A union reports one issue per alternative; one finding for each place is enough.
    const places = new Set<string>();
    return checked.error.issues
      .flatMap((issue) => findingsOf(issue, draft, schema))
      .filter(({ place, found }) => {
        const key = `${place.line}:${place.column}:${inLocale(found, 'en')}`;
        return !places.has(key) && places.add(key);
      });
  },
};

function findingsOf(issue: z.core.$ZodIssue, { frontMatter }: Draft, schema: z.ZodType): Finding[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(schema, path);
    return issue.keys.map((key) => {
      // `risk` is short for `riskLevel`.
      const likely = closest(key, known) ?? known.find((name) => key.length > 2 && name.startsWith(key));
      return {
        place: frontMatter.placeOfKey(path, key),
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
  const value = valueAt(frontMatter.values, path);
  const name = path.join('.');
  const finding = { place: frontMatter.placeOf(path), expected: describedAt(schema, path) };
  return value === undefined
    ? [
        {
          ...finding,
          found: { zh: `缺少字段 ${show(name)}`, en: `no field ${show(name)}` },
          advice: { zh: `在 front matter 中加上 ${name}。`, en: `Add ${name} to the front matter.` },
        },
      ]
    : [
        {
          ...finding,
          found: {
            zh: `字段 ${show(name)} 的值为 ${show(value)}${sizeOf(value).zh}`,
            en: `${show(name)} is ${show(value)}${sizeOf(value).en}`,
          },
          advice: adviceFor(name, value, finding.expected),
        },
      ];
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

function adviceFor(name: string, value: unknown, expected: Bilingual): Bilingual {
  if ((typeof value === 'number' || typeof value === 'boolean') && /^(tags|keywords|title|summary|author)/.test(name)) {
    return { zh: `给它加上引号："${value}"。`, en: `Put it in quotes: "${value}".` };
  }
  return { zh: `把 ${name} 写成${expected.zh}。`, en: `Write ${name} as ${expected.en}.` };
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );
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

function describedAt(schema: z.ZodType, path: readonly PropertyKey[]): Bilingual {
  for (let length = path.length; length > 0; length -= 1) {
    const at = schemaAt(schema, path.slice(0, length));
    const inner = unwrap(at);
    for (const candidate of [at, inner]) {
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
