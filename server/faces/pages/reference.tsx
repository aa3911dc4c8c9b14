// The API reference as HTML. It says what the served edition answers, so that the build cannot make it; it is made once for an
// edition, a public address and a language.
import { renderToString } from 'preact-render-to-string';
import type { Language } from '../../../build/edition/vocabulary.ts';
import type { ReferenceContent, ReferenceOperation } from './reference-content.ts';
import { Examples, Heading, Mark, Range, Type } from './reference-parts.tsx';
import { Fields, Table, Tables } from './reference-tables.tsx';
import { referenceWords as words } from './reference-words.ts';
import { TryForm } from './try-form.tsx';

interface Props {
  language: Language;
  origin: string;
}

/** Fills the slot of the reference's page. */
export function referenceHtml(content: ReferenceContent, language: Language, origin: string): string {
  return renderToString(<Reference content={content} language={language} origin={origin} />);
}

/** Fills the slot of the docs page: every operation in a line. Its ids are those of the sections that once stood there. */
export function operationsHtml({ operations }: ReferenceContent, language: Language): string {
  return renderToString(
    <ul class="operations">
      {operations.map(({ name, path, summary }) => (
        <li key={name} id={name}>
          <a href={`/${language}/docs/api#${name}`}>
            <code>GET {path}</code>
          </a>{' '}
          <span lang="en">{summary}.</span>
        </li>
      ))}
    </ul>,
  );
}

function Reference({ content, language, origin }: Props & { content: ReferenceContent }) {
  const { operations } = content;
  return (
    <div class="with-contents">
      <Contents language={language} operations={operations} />
      <div class="reference">
        {operations.map((operation) => (
          <Operation key={operation.name} operation={operation} language={language} origin={origin} />
        ))}
        <Tables content={content} language={language} />
      </div>
    </div>
  );
}

function Contents({ language, operations }: Pick<Props, 'language'> & Pick<ReferenceContent, 'operations'>) {
  return (
    <nav class="docs-contents" aria-labelledby="page.contents" data-markdown-ignore>
      <details open>
        <summary id="page.contents">{words.contents[language]}</summary>
        <ul>
          {operations.map(({ name, path }) => (
            <li key={name}>
              <a href={`#${name}`}>
                <code>{path.replace('/api/v1', '')}</code>
              </a>
            </li>
          ))}
          {(['errors', 'limits', 'headers', 'objects'] as const).map((name) => (
            <li key={name}>
              <a href={`#${name}`}>{words[name][language]}</a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}

function Operation({ operation, language, origin }: Props & { operation: ReferenceOperation }) {
  const { name, path, summary, description, answers } = operation;
  return (
    <section class="operation">
      <Heading level="h2" id={name} text={`GET ${path}`} language={language}>
        <code>GET {path}</code>
      </Heading>
      <p lang="en">
        <strong>{summary}.</strong> {description}
      </p>
      <h3>{words.parameters[language]}</h3>
      {operation.parameters.length === 0 ? (
        <p>{words.none[language]}</p>
      ) : (
        <Parameters operation={operation} language={language} />
      )}
      <h3>{words.answer[language]}</h3>
      <Answer operation={operation} language={language} />
      <h3>{words.statuses[language]}</h3>
      <Table heads={[words.status, words.meaning]} language={language}>
        {answers.map(({ status, meaning }) => (
          <tr key={status}>
            <th scope="row">{status}</th>
            <td lang="en">{meaning}</td>
          </tr>
        ))}
      </Table>
      <h3>{words.example[language]}</h3>
      <Examples operation={operation} language={language} origin={origin} />
      <h3 data-markdown-ignore>{words.tryIt[language]}</h3>
      <TryForm operation={operation} language={language} />
    </section>
  );
}

function Parameters({ operation: { parameters }, language }: { operation: ReferenceOperation; language: Language }) {
  const places = { query: undefined, path: words.inPath[language], header: words.inHeader[language] };
  return (
    <Table heads={[words.name, words.type, words.usual, words.meaning]} language={language}>
      {parameters.map(({ name, place, required, type, range, usual, meaning }) => (
        <tr key={name}>
          <th scope="row">
            <code>{name}</code>
            {places[place] !== undefined && <Mark text={places[place]} />}
            {required && <Mark text={words.required[language]} />}
          </th>
          <td lang="en">
            <Type type={type} />
            <Range range={range} />
          </td>
          <td>{usual === undefined ? '–' : <code>{usual}</code>}</td>
          <td lang="en">{meaning}</td>
        </tr>
      ))}
    </Table>
  );
}

function Answer({ operation: { data }, language }: { operation: ReferenceOperation; language: Language }) {
  if (data.fields.length > 0) return <Fields fields={data.fields} language={language} />;
  return (
    <p>
      {words.answerIs[language]}{' '}
      <span lang="en">
        <Type type={data.type} />
      </span>
    </p>
  );
}
