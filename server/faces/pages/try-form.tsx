// A form that sends a request to this server. Without scripts it opens the answer: then it has only the parameters of the example,
// because a field that is left empty would be sent, too.
import type { Language } from '../../../build/edition/vocabulary.ts';
import type { ReferenceOperation, ReferenceParameter } from './reference-content.ts';
import { exampleAgent } from './reference-parts.tsx';
import { referenceWords as words } from './reference-words.ts';

interface Props {
  operation: ReferenceOperation;
  language: Language;
}

export function TryForm({ operation, language }: Props) {
  const { name, path, parameters, examples } = operation;
  const target = examples[0]?.target ?? path;
  const [address = path, query = ''] = target.split('?');
  const given = new URLSearchParams(query);
  const needsHeader = parameters.some(({ place, required }) => place === 'header' && required);
  const spoken = {
    'data-sending': words.sending[language],
    'data-answered': words.answered[language],
    'data-unreachable': words.unreachable[language],
    'data-wait': words.wait[language],
    'data-again': words.send[language],
    'data-cut': words.cut[language],
  };
  return (
    <form
      class="try"
      // An operation that needs a header cannot be asked by a form alone.
      action={needsHeader ? undefined : address}
      method="get"
      data-path={path}
      aria-label={`${words.tryIt[language]}: ${path}`}
      data-markdown-ignore
      {...spoken}
    >
      <div class="try-fields">
        {parameters
          .filter((parameter) => parameter.place !== 'header' || parameter.required)
          .map((parameter) => (
            <Field
              key={parameter.name}
              id={`try.${name}.${parameter.name}`}
              parameter={parameter}
              value={valueFor(parameter, given)}
              language={language}
            />
          ))}
      </div>
      <p class="try-send">
        <button type="submit" disabled={needsHeader}>
          {words.send[language]}
        </button>{' '}
        <code class="try-request" />
      </p>
      <p class="quiet">{words.tryNote[language]}</p>
      <p role="status" />
      <div class="try-answer" lang="en" />
    </form>
  );
}

/** That of the example; a header has one of its own. */
function valueFor({ name, place, example }: ReferenceParameter, given: URLSearchParams): string {
  if (place === 'header') return exampleAgent;
  return place === 'path' ? (example ?? '') : (given.get(name) ?? '');
}

interface FieldProps {
  id: string;
  parameter: ReferenceParameter;
  value: string;
  language: Language;
}

function Field({ id, parameter, value, language }: FieldProps) {
  const { name, place, required, values } = parameter;
  const isSent = place === 'query' && value !== '';
  const common = {
    id,
    'data-name': name,
    'data-place': place,
    ...(place === 'query' && { name }),
    ...(!isSent && place !== 'path' && { disabled: true }),
  };
  return (
    <p class="try-field">
      <label for={id}>
        <code>{name}</code>
        {required && <small class="mark">{words.required[language]}</small>}
      </label>
      {values.length > 0 ? (
        <select {...common}>
          <option value="">{words.any[language]}</option>
          {values.map((one) => (
            <option key={one} value={one} selected={one === value}>
              {one}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          type="text"
          value={value}
          readOnly={place === 'path'}
          autocomplete="off"
          spellcheck={false}
        />
      )}
    </p>
  );
}
