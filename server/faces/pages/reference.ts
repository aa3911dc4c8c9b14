// The API reference on the docs page, derived from the operations. Made once per language; it needs no edition.
import { escapeHtml } from '../../../build/edition/slots.ts';
import type { Language } from '../../../build/edition/vocabulary.ts';
import { allowanceOf, planNames } from '../../access/plans.ts';
import type { Operation } from '../../operations/operation.ts';
import { problemCodes } from '../../problems.ts';
import { describe } from '../http/input.ts';
import { fullPath } from '../http/routes.ts';

export const referenceWords = {
  parameters: { zh: '参数', en: 'Parameters' },
  none: { zh: '没有参数', en: 'No parameters' },
  problems: { zh: '错误', en: 'Problems' },
  limits: { zh: '限额', en: 'Limits' },
} as const;

/** HTML: a section per operation, then the tables of problems and of plans. */
export function referenceHtml(operations: readonly Operation[], language: Language): string {
  return [
    ...operations.map((operation) => sectionOf(operation, language)),
    problemsTable(language),
    limitsTable(language),
  ].join('\n');
}

function sectionOf(operation: Operation, language: Language): string {
  const parameters = Object.entries(operation.input.shape);
  const rows = parameters.map(
    ([name, schema]) => `<dt><code>${escapeHtml(name)}</code></dt><dd>${escapeHtml(describe(schema) ?? '')}</dd>`,
  );
  const list =
    rows.length === 0
      ? `<p>${referenceWords.none[language]}</p>`
      : `<h4>${referenceWords.parameters[language]}</h4><dl>${rows.join('')}</dl>`;
  return `<section lang="en"><h3 id="${escapeHtml(operation.name)}"><code>GET ${escapeHtml(fullPath(operation))}</code></h3><p>${escapeHtml(operation.description)}</p>${list}</section>`;
}

function problemsTable(language: Language): string {
  const rows = Object.entries(problemCodes).map(
    ([code, { status, meaning }]) =>
      `<tr><td><code>${code}</code></td><td>${status}</td><td>${escapeHtml(meaning)}</td></tr>`,
  );
  return `<h3>${referenceWords.problems[language]}</h3><div class="table"><table lang="en"><tbody>${rows.join('')}</tbody></table></div>`;
}

function limitsTable(language: Language): string {
  const rows = planNames.map(
    (plan) => `<tr><td><code>${plan}</code></td><td>${escapeHtml(allowanceOf(plan))}</td></tr>`,
  );
  return `<h3>${referenceWords.limits[language]}</h3><div class="table"><table lang="en"><tbody>${rows.join('')}</tbody></table></div>`;
}
