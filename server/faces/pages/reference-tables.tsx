// What the API reference tells once for all operations: error codes, limits, headers, and the shapes that answers share.
import type { ComponentChildren } from 'preact';
import type { Language } from '../../../build/edition/vocabulary.ts';
import type { ReferenceContent, ReferenceField } from './reference-content.ts';
import { Code, Heading, Heads, type HeadsProps, Mark, Range, Type } from './reference-parts.tsx';
import { referenceWords as words } from './reference-words.ts';

export function Tables({ content, language }: { content: ReferenceContent; language: Language }) {
  const { objects, problems, limits, requestHeaders, headers } = content;
  return (
    <>
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
    </>
  );
}

export function Fields({ fields, language }: { fields: readonly ReferenceField[]; language: Language }) {
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

export function Table({ heads, language, children }: HeadsProps & { children: ComponentChildren }) {
  return (
    <div class="table">
      <table>
        <Heads heads={heads} language={language} />
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
