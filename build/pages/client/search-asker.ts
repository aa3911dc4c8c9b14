// Asks the API, one search at a time: what is asked later replaces what is on its way, so that no older answer is ever shown
// after a newer one. Answers are kept. When the limit is reached it waits as long as the API says, and goes on by itself.
import type { SearchAnswer } from '../../edition/results-view.ts';

export type Trouble = { kind: 'limited'; seconds: number } | { kind: 'failed' };

export interface Listener {
  show(answer: SearchAnswer): void;
  /** Undefined when there is none any more. */
  tell(trouble: Trouble | undefined): void;
  busy(isBusy: boolean): void;
}

const answersMax = 100;

export class Asker {
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
    addEventListener('online', () => this.retry());
  }

  knows = (address: string): boolean => this.#answers.has(address);

  /** Whether the API did not answer for another reason than the limit. */
  get hasFailed(): boolean {
    return this.#trouble?.kind === 'failed';
  }

  /** Shows the answer as soon as there is one; nothing is wanted any more without an address. */
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

  retry(): void {
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
        this.#keep(address, body.data);
        this.#tell(undefined);
        this.#listener.show(body.data);
      }
    } catch {
      if (isReplaced()) return;
      this.#tell({ kind: 'failed' });
    }
    this.#listener.busy(false);
  }

  /** Says how long it still takes, every second, and then asks for what is wanted by then. */
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
    this.#listener.tell(trouble);
  }

  #keep(address: string, answer: SearchAnswer): void {
    const [oldest] = this.#answers.keys();
    if (this.#answers.size >= answersMax && oldest !== undefined) this.#answers.delete(oldest);
    this.#answers.set(address, answer);
  }
}
