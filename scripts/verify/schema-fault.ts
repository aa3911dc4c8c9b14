// What a schema finds wrong with a value: where, and why, in both languages.
import { z } from 'zod';
import type { Bilingual } from '../../build/messages.ts';

export interface SchemaFault {
  path: PropertyKey[];
  reason: Bilingual;
}

const languages = { zh: z.locales.zhCN(), en: z.locales.en() };

/** The first thing that is wrong; undefined when the schema accepts the value. */
export function schemaFault(schema: z.ZodType, value: unknown): SchemaFault | undefined {
  const [zh, en] = [languages.zh, languages.en].map((language) => {
    const issue = schema.safeParse(value, { error: language.localeError }).error?.issues[0];
    return issue && innermost(issue);
  });
  return zh && en && { path: en.path, reason: { zh: zh.message, en: en.message } };
}

/** Of a union, what is wrong with the member that was meant: the one whose type is right, else the one that fits furthest. */
function innermost(issue: z.core.$ZodIssue): { path: PropertyKey[]; message: string } {
  if (issue.code !== 'invalid_union') return { path: issue.path, message: issue.message };
  const members = issue.errors.flatMap((issues) => {
    const isMeant = !issues.some(({ path }) => path.length === 1 && path[0] === 'type');
    const [first] = issues.map(innermost);
    return first === undefined ? [] : [{ ...first, rank: (isMeant ? 1_000 : 0) + first.path.length }];
  });
  const best = members.sort((left, right) => right.rank - left.rank)[0];
  if (best === undefined || best.path.length === 0) return { path: issue.path, message: issue.message };
  return { path: [...issue.path, ...best.path], message: best.message };
}
