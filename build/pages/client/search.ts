// Code that the search page and the search panel share: requests to the API, typing, and the arrow keys.

import { asSearched } from '../../edition/page-search.ts';
import { type NamedDomain, searchingWords, secondsText } from '../../edition/result-words.ts';
import type { Markup, SearchAnswer } from '../../edition/results-view.ts';
import type { Language } from '../../edition/vocabulary.ts';

/**
 * The pause after which typed text is searched for, in milliseconds. It is longer than the pause between two keys and shorter
 * than that between two words.
 */
const typingRestMs = 160;

declare global {
  var siteDomains: readonly NamedDomain[] | undefined;
}

/** The names of the site's domains. The build writes them at the start of the script: see `publishAssets`. */
export const domainsOfSite = globalThis.siteDomains ?? [];

export const pageLanguage: Language = document.documentElement.lang.startsWith('zh') ? 'zh' : 'en';

/** An element of the page. Throws when the page lacks it. */
export function partOf<Part extends Element>(parent: ParentNode, selector: string): Part {
  const found = parent.querySelector<Part>(selector);
  if (found === null) throw new Error(`the page has no ${selector}`);
  return found;
}

/** Makes an element. `text` is inserted as text, never as markup. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = '',
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  made.textContent = text;
  return made;
}

/** Converts markup to nodes of the page. */
export function nodeOf(markup: Markup): Node {
  if (typeof markup === 'string') return document.createTextNode(markup);
  const made = document.createElement(markup.tag);
  for (const [name, value] of Object.entries(markup.attributes)) made.setAttribute(name, value);
  made.append(...markup.children.map(nodeOf));
  return made;
}

type Trouble = { kind: 'limited'; seconds: number } | { kind: 'failed' };

interface Listener {
  show(answer: SearchAnswer): void;
  busy(isBusy: boolean): void;
  /** Called when a request has failed or must wait. The element `note` of the `Asker` states the reason. */
  troubled?(): void;
}

/**
 * Sends searches to the API, one at a time. A new search cancels the pending one, so that older results never replace newer ones.
 * Results are cached. At the rate limit it waits as long as the API says, then continues automatically.
 */
export class Asker {
  /** The line that states why results are delayed and when the search continues. */
  readonly note = make('p', 'note');
  readonly #sentence = make('span');
  readonly #countdown = make('span', 'countdown');
  readonly #again = make('button', '', searchingWords.again[pageLanguage]);
  readonly #listener: Listener;
  readonly #answers = new Map<string, SearchAnswer>();
  #wanted: string | undefined;
  #request: AbortController | undefined;
  #trouble: Trouble | undefined;
  /** The time at which requests may continue after the rate limit, as `performance.now` counts it. */
  #goOnAtMs = 0;
  #tick: number | undefined;

  constructor(listener: Listener) {
    this.#listener = listener;
    // Screen readers announce the sentence once. They ignore the countdown, which changes every second.
    this.#sentence.role = 'status';
    this.#countdown.ariaHidden = 'true';
    this.#again.type = 'button';
    this.#again.addEventListener('click', () => this.#retry());
    this.note.append(this.#sentence, ' ', this.#countdown, this.#again);
    this.#tell(undefined);
    addEventListener('online', () => this.#retry());
  }

  knows = (address: string): boolean => this.#answers.has(address);

  /** Whether the last request failed for a reason other than the rate limit. */
  get hasFailed(): boolean {
    return this.#trouble?.kind === 'failed';
  }

  /** Requests an address and shows its results when they arrive. Without an address, cancels the pending request. */
  want(address: string | undefined): void {
    this.#request?.abort();
    this.#request = undefined;
    this.#wanted = address;
    clearTimeout(this.#tick);
    const known = address === undefined ? undefined : this.#answers.get(address);
    if (address === undefined || known !== undefined) {
      this.#listener.busy(false);
      this.#tell(undefined);
      if (known !== undefined) this.#listener.show(known);
    } else if (performance.now() < this.#goOnAtMs) this.#wait();
    else void this.#ask(address);
  }

  #retry(): void {
    if (this.hasFailed) this.want(this.#wanted);
  }

  async #ask(address: string): Promise<void> {
    const request = new AbortController();
    this.#request = request;
    const isReplaced = (): boolean => this.#request !== request;
    this.#listener.busy(true);
    try {
      const response = await fetch(address, { signal: request.signal, headers: { accept: 'application/json' } });
      const body: { data: SearchAnswer | null } = await response.json();
      if (isReplaced()) return;
      if (response.status === 429) {
        const seconds = Number(response.headers.get('retry-after')) || 1;
        this.#goOnAtMs = performance.now() + seconds * 1000;
        this.#wait();
      } else if (!response.ok || body.data === null) this.#tell({ kind: 'failed' });
      else {
        this.#answers.set(address, body.data);
        this.#tell(undefined);
        this.#listener.show(body.data);
      }
    } catch {
      if (isReplaced()) return;
      this.#tell({ kind: 'failed' });
    }
    this.#listener.busy(false);
  }

  /** Updates the countdown every second. At its end, requests the latest search. */
  #wait(): void {
    this.#listener.busy(false);
    const leftMs = this.#goOnAtMs - performance.now();
    if (leftMs <= 0) this.want(this.#wanted);
    else {
      this.#tell({ kind: 'limited', seconds: Math.ceil(leftMs / 1000) });
      this.#tick = setTimeout(() => this.#wait(), Math.min(leftMs, 1000));
    }
  }

  #tell(trouble: Trouble | undefined): void {
    this.#trouble = trouble;
    const sentence = trouble === undefined ? '' : searchingWords[trouble.kind][pageLanguage];
    if (this.#sentence.textContent !== sentence) this.#sentence.textContent = sentence;
    this.#countdown.textContent = trouble?.kind === 'limited' ? secondsText(trouble.seconds, pageLanguage) : '';
    this.#again.hidden = trouble?.kind !== 'failed';
    if (trouble !== undefined) this.#listener.troubled?.();
  }
}

/** The text to search for. Undefined for text that is too short: it must have two characters or one Han character. */
export function worthAsking(typed: string): string | undefined {
  const text = asSearched(typed);
  return [...text].length >= 2 || /\p{Script=Han}/u.test(text) ? text : undefined;
}

export interface Typing {
  /** True while an input method composes characters. Enter then chooses characters and must not start a search. */
  isComposing(): boolean;
  /** Discards typed text that was not passed on yet. */
  forget(): void;
}

/** Calls back with the typed text after a short pause, or at once when `isKnown` says that its results are cached. */
export function onTyping(
  input: HTMLInputElement,
  { typed, isKnown }: { typed: (text: string) => void; isKnown: (text: string) => boolean },
): Typing {
  let composing = false;
  let rest: number | undefined;
  const note = (): void => {
    clearTimeout(rest);
    const text = input.value;
    if (isKnown(text)) typed(text);
    else rest = setTimeout(() => typed(text), typingRestMs);
  };
  input.addEventListener('compositionstart', () => {
    composing = true;
    clearTimeout(rest);
  });
  input.addEventListener('compositionend', () => {
    composing = false;
    note();
  });
  input.addEventListener('input', () => {
    if (!composing) note();
  });
  return { isComposing: () => composing, forget: () => clearTimeout(rest) };
}

interface Walk {
  input: HTMLInputElement;
  /** The element that contains the search box and the results. */
  place: HTMLElement;
  /** The links in the results, in order. */
  links(): readonly HTMLElement[];
  /** Called on Escape. Returns true if it handled the key; the search box then keeps its text. */
  leave(from: 'box' | 'results'): boolean;
}

/**
 * Keyboard navigation: the arrow keys move from the search box through the results, Escape moves back. The links themselves get
 * the focus, so that Enter, a new tab and a screen reader work as with any link.
 */
export function walkWithKeys({ input, place, links, leave }: Walk): void {
  place.addEventListener('keydown', (event) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey, isComposing, target } = event;
    if (altKey || ctrlKey || metaKey || shiftKey || isComposing) return;
    const all = links();
    const at = target instanceof HTMLElement ? all.indexOf(target) : -1;
    if (target !== input && at === -1 && key !== 'Escape') return;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      const next = at + (key === 'ArrowDown' ? 1 : -1);
      if (at === -1 && next !== 0) return;
      event.preventDefault();
      if (next === -1) input.focus();
      else all[Math.min(next, all.length - 1)]?.focus();
    } else if (key === 'Escape' && leave(target === input ? 'box' : 'results')) event.preventDefault();
  });
}
