// The API reference as HTML. It says what the served edition answers, so that the build cannot make it; it is made once for an
// edition, a public address and a language.
import { renderToString } from 'preact-render-to-string';
import type { Language } from '../../../build/edition/vocabulary.ts';
import type { ReferenceContent, ReferenceField, ReferenceOperation } from './reference-content.ts';
import { Code, Examples, Heading, Heads, Mark, Range, Type } from './reference-parts.tsx';
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
  const { operations, objects, problems, limits, requestHeaders, headers } = content;
  return (
    <div class="with-contents">
      <Contents language={language} operations={operations} />
      <div class="reference">
        {operations.map((operation) => (
          <Operation key={operation.name} operation={operation} language={language} origin={origin} />
        ))}
        <section>
          <Heading level="h2" id="errors" text={words.errors[language]} language={language} />
          <p>{words.errorsNote[language]}</p>
          <Table heads={[words.code, words.status, words.meaning]} language={language}>
            {problems.map(({ code, status, meaning }) => (
              <tr key={code} id={`errors.${code}`}>
                <th scope="row">
                  <code>{code}</code>
                </th>
                <td>{status}</td>
                <td lang="en">{meaning}</td>
              </tr>
            ))}
          </Table>
          {problems.map(({ code, example }) =>
            example === undefined ? null : (
              <details key={code} data-markdown-ignore>
                <summary>
                  {words.example[language]} <code>{code}</code>
                </summary>
                <Code text={example} />
              </details>
            ),
          )}
        </section>
        <section>
          <Heading level="h2" id="limits" text={words.limits[language]} language={language} />
          <p>{words.limitsNote[language]}</p>
          <Table heads={[words.plan, words.allowance]} language={language}>
            {limits.map(({ plan, allowance }) => (
              <tr key={plan}>
                <th scope="row">
                  <code>{plan}</code>
                </th>
                <td lang="en">{allowance}</td>
              </tr>
            ))}
          </Table>
        </section>
        <section>
          <Heading level="h2" id="headers" text={words.headers[language]} language={language} />
          <p>{words.requestHeaders[language]}</p>
          <Table heads={[words.name, words.meaning]} language={language}>
            {requestHeaders.map(({ name, meaning }) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td lang="en">{meaning}</td>
              </tr>
            ))}
          </Table>
          <p>{words.answerHeaders[language]}</p>
          <Table heads={[words.name, words.meaning]} language={language}>
            {headers.map(({ name, meaning }) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td lang="en">{meaning}</td>
              </tr>
            ))}
          </Table>
        </section>
        <section>
          <Heading level="h2" id="objects" text={words.objects[language]} language={language} />
          <p>{words.objectsNote[language]}</p>
          {objects
            .filter(({ fields }) => fields.length > 0)
            .map(({ name, meaning, fields }) => (
              <section key={name}>
                <Heading level="h3" id={`object.${name}`} text={name} language={language} />
                {meaning !== '' && <p lang="en">{meaning}</p>}
                <Fields fields={fields} language={language} />
              </section>
            ))}
        </section>
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

function Fields({ fields, language }: { fields: readonly ReferenceField[]; language: Language }) {
  return (
    <Table heads={[words.name, words.type, words.meaning]} language={language}>
      {fields.map(({ name, required, type, range, meaning }) => (
        <tr key={name}>
          <th scope="row">
            <code>{name}</code>
            {!required && <Mark text={words.optional[language]} />}
          </th>
          <td lang="en">
            <Type type={type} />
            <Range range={range} />
          </td>
          <td lang="en">{meaning}</td>
        </tr>
      ))}
    </Table>
  );
}

function Table({ heads, language, children }: Parameters<typeof Heads>[0] & { children: preact.ComponentChildren }) {
  return (
    <div class="table">
      <table>
        <Heads heads={heads} language={language} />
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
