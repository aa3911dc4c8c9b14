// The API reference in Markdown, for the twin of the docs page; says what the HTML reference says.
import type { Language } from '../../../build/edition/vocabulary.ts';
import { allowanceOf, planNames } from '../../access/plans.ts';
import type { Operation } from '../../operations/operation.ts';
import { problemCodes } from '../../problems.ts';
import { describe } from '../http/input.ts';
import { fullPath } from '../http/routes.ts';
import { referenceWords } from './reference.ts';

export function referenceMarkdown(operations: readonly Operation[], language: Language): string {
  const problems = Object.entries(problemCodes).map(
    ([code, { status, meaning }]) => `- \`${code}\` ${status}: ${meaning}`,
  );
  const limits = planNames.map((plan) => `- \`${plan}\`: ${allowanceOf(plan)}`);
  return [
    ...operations.map((operation) => sectionOf(operation, language)),
    `### ${referenceWords.problems[language]}\n\n${problems.join('\n')}`,
    `### ${referenceWords.limits[language]}\n\n${limits.join('\n')}\n`,
  ].join('\n\n');
}

function sectionOf(operation: Operation, language: Language): string {
  const rows = Object.entries(operation.input.shape).map(
    ([name, schema]) => `- \`${name}\`: ${describe(schema) ?? ''}`,
  );
  const list =
    rows.length === 0
      ? referenceWords.none[language]
      : `#### ${referenceWords.parameters[language]}\n\n${rows.join('\n')}`;
  return `### \`GET ${fullPath(operation)}\`\n\n${operation.description}\n\n${list}`;
}
