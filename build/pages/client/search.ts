// Shared by the search page and the search panel: API requests, typing, and the arrow keys.

import { asSearched } from '../../edition/page-search.ts';
import { type NamedDomain, searchingWords, secondsText } from '../../edition/result-words.ts';
import type { Markup, SearchAnswer } from '../../edition/results-view.ts';
import type { Language } from '../../edition/vocabulary.ts';

/** Shorter than the pause between two words, longer than that between two keys. */
const typingRestMs = 160;

declare global {
  var siteDomains: readonly NamedDomain[] | undefined;
}

/** The domains of the site. A build prepends them to the script: see `publishAssets`. */
export const domainsOfSite = globalThis.siteDomains ?? [];

export const pageLanguage: Language = document.documentElement.lang.startsWith('zh') ? 'zh' : 'en';

/** An element that the page must contain. */
export function partOf<Part extends Element>(parent: ParentNode, selector: string): Part {
  const found = parent.querySelector<Part>(selector);
  if (found === null) throw new Error(`the page has no ${selector}`);
  return found;
}

/** Makes an element; `text` is always text, never markup. */
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

/** Markup as elements of the page. */
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
  /** Called when there is no answer for now; the note has the reason. */
  troubled?(): void;
}

/**
 * Queries the API, one search at a time: a later search replaces the pending one, so that an older answer never follows a newer
 * one. Answers are cached. At the rate limit it waits as long as the API says, and continues automatically.
 */
export class Asker {
  /** The line with the reason for the delay and the time until it continues. */
  readonly note = make('p', 'note');
  readonly #sentence = make('span');
  readonly #countdown = make('span', 'countdown');
  readonly #again = make('button', '', searchingWords.again[pageLanguage]);
  readonly #listener: Listener;
  readonly #answers = new Map<string, SearchAnswer>();
  #wanted: string | undefined;
  #request: AbortController | undefined;
  #trouble: Trouble | undefined;
  /** On the clock of `performance.now`. */
  #goOnAtMs = 0;
  #tick: number | undefined;

  constructor(listener: Listener) {
    this.#listener = listener;
    // Screen readers announce the sentence once, without the countdown.
    this.#sentence.role = 'status';
    this.#countdown.ariaHidden = 'true';
    this.#again.type = 'button';
    this.#again.addEventListener('click', () => this.#retry());
    this.note.append(this.#sentence, ' ', this.#countdown, this.#again);
    this.#tell(undefined);
    addEventListener('online', () => this.#retry());
  }

  knows = (address: string): boolean => this.#answers.has(address);

  /** Whether the last request failed for another reason than the rate limit. */
  get hasFailed(): boolean {
    return this.#trouble?.kind === 'failed';
  }

  /** Shows the answer as soon as it arrives; without an address, cancels. */
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

  /** Updates the countdown every second, then requests the latest search. */
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

/** Two characters, or one that is a word by itself. */
export function worthAsking(typed: string): string | undefined {
  const text = asSearched(typed);
  return [...text].length >= 2 || /\p{Script=Han}/u.test(text) ? text : undefined;
}

export interface Typing {
  /** True while an input method composes: then Enter chooses characters. */
  isComposing(): boolean;
  /** Drops typed text that was not passed on yet. */
  forget(): void;
}

/** Passes on the typed text after a short pause; at once when `isKnown` says that its answer is cached. */
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
  /** Contains the box and the results. */
  place: HTMLElement;
  /** In order. */
  links(): readonly HTMLElement[];
  /** On Escape; true when it was handled, so that the box keeps its text. */
  leave(from: 'box' | 'results'): boolean;
}

/**
 * Keyboard navigation: arrow keys lead from the search box through the results, Escape leads back. The links keep the focus
 * themselves, so that Enter, a new tab and a screen reader work as with any link.
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
