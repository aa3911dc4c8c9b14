// «Try it» in the API reference: sends the request that a form describes to this server, and shows what comes back. Without this
// script the form opens the answer itself.

/** The words, which the page brings in its own language. */
type Word = 'sending' | 'answered' | 'unreachable' | 'wait' | 'again' | 'cut';

/** Headers of an answer that tell a caller something. */
const toldHeaders = [
  'content-type',
  'etag',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'x-request-id',
  'location',
  'cache-control',
  'vary',
];
/** Longer answers are cut where they are shown: nobody reads more, and a browser need not lay it out. */
const shownMax = 60_000;

for (const form of document.querySelectorAll<HTMLFormElement>('form.try')) prepare(form);

function prepare(form: HTMLFormElement): void {
  const word = (name: Word): string => form.dataset[name] ?? '';
  const output = form.querySelector<HTMLElement>('.try-answer');
  const status = form.querySelector<HTMLElement>('[role=status]');
  const request = form.querySelector<HTMLElement>('.try-request');
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]');
  if (output === null || status === null || request === null || button === null) return;
  let running: AbortController | undefined;
  let waiting: ReturnType<typeof setInterval> | undefined;

  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-place]')) {
    field.disabled = false;
    field.removeAttribute('readonly');
  }
  const show = (): void => {
    request.textContent = `GET ${addressOf(form)}`;
  };
  button.disabled = false;
  form.addEventListener('input', show);
  show();

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (waiting !== undefined) return;
    running?.abort();
    const own = new AbortController();
    running = own;
    show();
    status.textContent = word('sending');
    try {
      const address = addressOf(form);
      const response = await fetch(address, {
        headers: headersOf(form),
        signal: own.signal,
        redirect: 'follow',
        credentials: 'omit',
      });
      const text = await response.text();
      if (own.signal.aborted) return;
      output.replaceChildren(...answerParts(response, text, word('cut')));
      status.textContent = word('answered').replace('{status}', `${response.status} ${response.statusText}`.trim());
      const seconds = Number(response.headers.get('retry-after'));
      if (response.status === 429 && seconds > 0) wait(seconds);
    } catch {
      if (own.signal.aborted) return;
      output.replaceChildren();
      status.textContent = word('unreachable');
    }
  });

  /** Until there is room again nothing is sent, and the button says so. */
  function wait(seconds: number): void {
    const until = Date.now() + seconds * 1000;
    const tell = (): void => {
      const left = Math.ceil((until - Date.now()) / 1000);
      if (left > 0) {
        if (button !== null) button.textContent = word('wait').replace('{seconds}', String(left));
        return;
      }
      clearInterval(waiting);
      waiting = undefined;
      button?.removeAttribute('aria-disabled');
      if (button !== null) button.textContent = word('again');
    };
    waiting = setInterval(tell, 500);
    button?.setAttribute('aria-disabled', 'true');
    tell();
  }
}

/** A path on this server: what goes into the path is encoded, so that it cannot lead elsewhere. */
function addressOf(form: HTMLFormElement): string {
  let path = form.dataset.path ?? '';
  const query = new URLSearchParams();
  for (const { name, value, place } of fieldsOf(form)) {
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
    if (place === 'query' && value !== '') query.set(name, value);
  }
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

function headersOf(form: HTMLFormElement): Headers {
  const headers = new Headers({ accept: 'application/json' });
  for (const { name, value, place } of fieldsOf(form)) {
    // Only what a header can hold; the server says of the rest what is wrong.
    if (place === 'header' && value !== '' && /^[\x20-\x7e]+$/.test(value)) headers.set(name, value);
  }
  return headers;
}

interface Field {
  name: string;
  value: string;
  place: string;
}

function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-place]')].map(({ dataset, value }) => ({
    name: dataset.name ?? '',
    value: value.trim(),
    place: dataset.place ?? '',
  }));
}

/** As text only: nothing that an answer holds becomes part of the page. */
function answerParts(response: Response, text: string, cut: string): HTMLElement[] {
  const headers = toldHeaders.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [`${name}: ${value}`];
  });
  const body = prettyOf(response, text);
  const shown = body.length > shownMax ? `${body.slice(0, shownMax)}\n… ${cut}` : body;
  return [codeOf(headers.join('\n'), 'try-headers'), codeOf(shown, 'try-body')];
}

function prettyOf(response: Response, text: string): string {
  if (!(response.headers.get('content-type') ?? '').startsWith('application/json')) return text;
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

function codeOf(text: string, name: string): HTMLElement {
  const pre = document.createElement('pre');
  pre.className = name;
  pre.tabIndex = 0;
  pre.textContent = text;
  return pre;
}
