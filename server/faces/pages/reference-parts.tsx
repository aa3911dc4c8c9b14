// Small parts of the API reference: heads of tables, kinds of values, requests with their answers.
import type { ComponentChildren } from 'preact';
import type { Language } from '../../../build/edition/vocabulary.ts';
import type { ReferenceExample, ReferenceOperation } from './reference-content.ts';
import { referenceWords as words } from './reference-words.ts';
import type { TypeText } from './schema-text.ts';

export interface HeadsProps {
  heads: readonly { readonly [Name in Language]: string }[];
  language: Language;
}

export function Heads({ heads, language }: HeadsProps) {
  return (
    <thead>
      <tr>
        {heads.map((head) => (
          <th key={head.en} scope="col">
            {head[language]}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface HeadingProps {
  level: 'h2' | 'h3';
  id: string;
  text: string;
  language: Language;
  /** How the text is shown, if otherwise. */
  children?: ComponentChildren;
}

/** With a link to itself beside it, as the headings of articles have one. */
export function Heading({ level: Level, id, text, language, children = text }: HeadingProps) {
  return (
    <div class="heading">
      <Level id={id}>{children}</Level>
      <a class="anchor" href={`#${id}`} data-markdown-ignore>
        <span class="unseen">{words.linkTo[language].replace('{text}', text)}</span>
      </a>
    </div>
  );
}

export function Type({ type }: { type: TypeText }) {
  return (
    <>
      {type.map((part) =>
        typeof part === 'string' ? (
          part
        ) : (
          <a key={part.object} href={`#object.${part.object}`}>
            {part.object}
          </a>
        ),
      )}
    </>
  );
}

export function Range({ range }: { range: string }) {
  return range === '' ? null : (
    <>
      {' '}
      <small class="range">{range}</small>
    </>
  );
}

/** What holds of a name beside it. */
export function Mark({ text }: { text: string }) {
  return (
    <>
      {' '}
      <small class="mark">{text}</small>
    </>
  );
}

export function Code({ text }: { text: string }) {
  return (
    <pre>
      <code>{text}</code>
    </pre>
  );
}

interface ExamplesProps {
  operation: ReferenceOperation;
  language: Language;
  origin: string;
}

/** The first request as curl sends it, with its answer; the others can be opened. */
export function Examples({ operation, language, origin }: ExamplesProps) {
  const [first, ...others] = operation.examples;
  if (first === undefined) return null;
  return (
    <>
      <p data-markdown-ignore>{words.exampleNote[language]}</p>
      <p lang="en">{first.summary}</p>
      <Code text={curlOf(operation, first, origin)} />
      <Code text={first.answer} />
      {others.length > 0 && (
        <details data-markdown-ignore>
          <summary>{words.moreExamples[language]}</summary>
          <ul>
            {others.map(({ summary, status, target }) => (
              <li key={`${target} ${summary}`}>
                <span lang="en">{summary}</span> {status} <code>{target}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** In a shell: an address holds no quote, because paths and queries are percent-encoded. */
export function curlOf(
  { parameters }: Pick<ReferenceOperation, 'parameters'>,
  { target }: Pick<ReferenceExample, 'target'>,
  origin: string,
): string {
  const headers = parameters
    .filter(({ place, required }) => place === 'header' && required)
    .map(({ name }) => ` -H '${name}: ${exampleAgent}'`);
  return `curl${headers.join('')} '${origin}${target.replaceAll("'", '%27')}'`;
}

/** The agent that the samples of the operations call as. */
export const exampleAgent = 'example-agent';
