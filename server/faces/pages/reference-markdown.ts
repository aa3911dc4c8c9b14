// The API reference in Markdown, for the twins of its page and of the docs page; says what the HTML says, but for the forms.
import type { Language } from '../../../build/edition/vocabulary.ts';
import type { ReferenceContent, ReferenceField, ReferenceOperation } from './reference-content.ts';
import { curlOf } from './reference-parts.tsx';
import { referenceWords as words } from './reference-words.ts';
import type { TypeText } from './schema-text.ts';

/** Fills the slot of the reference's twin. */
export function referenceMarkdown(content: ReferenceContent, language: Language, origin: string): string {
  const { operations, objects, problems, limits, requestHeaders, headers } = content;
  const headerTable = (told: typeof headers): string =>
    table(
      [words.name, words.meaning].map((head) => head[language]),
      told.map(({ name, meaning }) => [`\`${name}\``, meaning]),
    );
  return `${[
    ...operations.map((operation) => sectionOf(operation, language, origin)),
    `## ${words.errors[language]}\n\n${words.errorsNote[language]}`,
    table(
      [words.code, words.status, words.meaning].map((head) => head[language]),
      problems.map(({ code, status, meaning }) => [`\`${code}\``, status, meaning]),
    ),
    `## ${words.limits[language]}\n\n${words.limitsNote[language]}`,
    table(
      [words.plan, words.allowance].map((head) => head[language]),
      limits.map(({ plan, allowance }) => [`\`${plan}\``, allowance]),
    ),
    `## ${words.headers[language]}\n\n${words.requestHeaders[language]}`,
    headerTable(requestHeaders),
    words.answerHeaders[language],
    headerTable(headers),
    `## ${words.objects[language]}\n\n${words.objectsNote[language]}`,
    ...objects
      .filter(({ fields }) => fields.length > 0)
      .flatMap(({ name, meaning, fields }) => [
        `### ${name}`,
        ...(meaning === '' ? [] : [meaning]),
        fieldTable(fields, language),
      ]),
  ].join('\n\n')}\n`;
}

/** Fills the slot of the docs page's twin: every operation in a line. */
export function operationsMarkdown({ operations }: ReferenceContent, language: Language, origin: string): string {
  return operations
    .map(({ name, path, summary }) => `- [\`GET ${path}\`](${origin}/${language}/docs/api.md#${name}) ${summary}.`)
    .join('\n');
}

function sectionOf(operation: ReferenceOperation, language: Language, origin: string): string {
  const { path, summary, description, parameters, answers, data, examples } = operation;
  const [first] = examples;
  const places = { query: [], path: [words.inPath[language]], header: [words.inHeader[language]] };
  const example =
    first === undefined
      ? []
      : [
          `### ${words.example[language]}\n\n${first.summary}`,
          fenced('sh', curlOf(operation, first, origin)),
          fenced('json', first.answer),
        ];
  return [
    `## \`GET ${path}\`\n\n**${summary}.** ${description}`,
    `### ${words.parameters[language]}`,
    parameters.length === 0
      ? words.none[language]
      : table(
          [words.name, words.type, words.usual, words.meaning].map((head) => head[language]),
          parameters.map(({ name, place, required, type, range, usual, meaning }) => [
            [`\`${name}\``, ...places[place], ...(required ? [words.required[language]] : [])].join(' '),
            typeText(type, range),
            usual === undefined ? '–' : `\`${usual}\``,
            meaning,
          ]),
        ),
    `### ${words.answer[language]}`,
    data.fields.length > 0
      ? fieldTable(data.fields, language)
      : `${words.answerIs[language]} ${typeText(data.type, '')}`,
    `### ${words.statuses[language]}`,
    table(
      [words.status, words.meaning].map((head) => head[language]),
      answers.map(({ status, meaning }) => [status, meaning]),
    ),
    ...example,
  ].join('\n\n');
}

function fieldTable(fields: readonly ReferenceField[], language: Language): string {
  return table(
    [words.name, words.type, words.meaning].map((head) => head[language]),
    fields.map(({ name, required, type, range, meaning }) => [
      `\`${name}\`${required ? '' : ` ${words.optional[language]}`}`,
      typeText(type, range),
      meaning,
    ]),
  );
}

function typeText(type: TypeText, range: string): string {
  const words = type.map((part) => (typeof part === 'string' ? part : part.object)).join('');
  return range === '' ? words : `${words} ${range}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cellText).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** What a table's cell can hold: one line, and no bar of its own. */
const cellText = (text: string): string => text.replaceAll('\n', ' ').replaceAll('|', '\\|');

/** More backticks than any line of the text begins with. */
function fenced(name: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/^ *(`+)/gm)].map(([, marks = '']) => marks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${name}\n${text}\n${fence}`;
}
