import { z } from 'zod';
import { closest } from '../edition/closest.ts';
import { type Finding, show } from '../messages.ts';
import type { Draft } from '../source/draft.ts';
import { articleFields, guideFields } from '../source/front-matter-schema.ts';
import type { DraftRule } from './rule.ts';

export const frontMatterSchema: DraftRule = {
  stage: 'draft',
  name: 'front-matter-schema',
  severity: 'error',
  about: 'Every field of the front matter is known, present and of its kind.',
  check(draft) {
    const { checked, kind } = draft.fields;
    if (checked === undefined || checked.success) return [];
    const schema = kind === 'article' ? articleFields : guideFields;
    // A union reports one issue per alternative; one finding for each place is enough.
    const places = new Set<string>();
    return checked.error.issues
      .flatMap((issue) => findingsOf(issue, draft, schema))
      .filter(({ place, found }) => {
        const key = `${place.line}:${place.column}:${found}`;
        return !places.has(key) && places.add(key);
      });
  },
};

function findingsOf(issue: z.core.$ZodIssue, { frontMatter }: Draft, schema: z.ZodType): Finding[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(schema, path);
    return issue.keys.map((key) => {
      const likely = closest(key, known);
      return {
        place: frontMatter.placeOfKey(path, key),
        found: `the field ${show([...path, key].join('.'))}, which is not known`,
        expected: `only ${known.join(', ')}`,
        advice: likely === undefined ? 'Remove the field.' : `Rename it to ${likely}, if that is what was meant.`,
      };
    });
  }
  const value = valueAt(frontMatter.values, path);
  const name = path.join('.');
  const finding = { place: frontMatter.placeOf(path), expected: describedAt(schema, path) };
  return value === undefined
    ? [{ ...finding, found: `no field ${show(name)}`, advice: `Add ${name} to the front matter.` }]
    : [
        {
          ...finding,
          found: `${show(name)} is ${show(value)}${sizeOf(value)}`,
          advice: adviceFor(name, value, finding.expected),
        },
      ];
}

/** How much there is of what is too long to be shown. */
function sizeOf(value: unknown): string {
  if (typeof value === 'string' && value.length > 80) return ` (${[...value].length} characters)`;
  return Array.isArray(value) && value.length > 8 ? ` (${value.length} entries)` : '';
}

function adviceFor(name: string, value: unknown, expected: string): string {
  if ((typeof value === 'number' || typeof value === 'boolean') && /^(tags|keywords|title|summary|author)/.test(name)) {
    return `Put it in quotes: "${value}".`;
  }
  return `Write ${name} as ${expected}.`;
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

function describedAt(schema: z.ZodType, path: readonly PropertyKey[]): string {
  for (let length = path.length; length > 0; length -= 1) {
    const at = schemaAt(schema, path.slice(0, length));
    const description = at instanceof z.ZodType ? (at.description ?? descriptionInside(at)) : undefined;
    if (description) return description;
  }
  return 'a mapping of fields';
}

function descriptionInside(schema: z.ZodType): string | undefined {
  const inner = unwrap(schema);
  return inner instanceof z.ZodType ? inner.description : undefined;
}

function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const at = unwrap(schemaAt(schema, path));
  return at instanceof z.ZodObject ? Object.keys(at.shape) : [];
}
