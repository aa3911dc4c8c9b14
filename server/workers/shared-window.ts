// A window that all workers share, as one of them sees it: it asks the primary process. While that does not answer, the worker
// decides by its share of the limit and what it has let through itself, and tells the primary of it afterwards.
import type { WindowLimit } from '../access/plans.ts';
import type { Clock } from '../clock.ts';
import { LocalWindow } from '../state/local-window.ts';
import type { WindowAdmission, WindowStore } from '../state/store.ts';
import type { WindowAnswer, WindowAsk, WindowName } from './messages.ts';

type Asked = readonly { caller: string; requests: number }[];

export interface SharedWindowSettings {
  name: WindowName;
  window: WindowLimit;
  /** Between how many the limit is divided while the primary does not answer. */
  workers: number;
  clock: Clock;
  /** Whether the primary could be told. */
  send(ask: WindowAsk): boolean;
  /** How long requests wait for the primary, which does little else than answer. */
  answerMs?: number;
}

const usualAnswerMs = 1_000;
/** Callers that the primary still has to hear of at most. */
const owedMax = 20_000;

interface Waiting {
  asked: Asked;
  resolve(admissions: WindowAdmission[]): void;
  timer: NodeJS.Timeout;
}

export class SharedWindow implements WindowStore {
  readonly #settings: Omit<SharedWindowSettings, 'clock'>;
  readonly #share: number;
  /** What this worker has let through, within its share. */
  readonly #own: LocalWindow;
  readonly #waiting = new Map<number, Waiting>();
  /** Caller → requests let through that the primary has not heard of. */
  readonly #owed = new Map<string, number>();
  #number = 0;
  #isLate = false;

  constructor({ clock, ...settings }: SharedWindowSettings) {
    const { window, workers } = settings;
    this.#settings = settings;
    this.#share = Math.max(1, Math.floor(window.limit / workers));
    this.#own = new LocalWindow({ ...window, limit: this.#share }, clock);
  }

  /** Never rejects. The limit is the one that this window was made with. */
  admit(asked: Asked): Promise<WindowAdmission[]> {
    const number = this.#isLate ? undefined : this.#ask(asked);
    if (number === undefined) return Promise.resolve(this.#decideAlone(asked, { isTold: false }));
    return new Promise((resolve) => {
      const { answerMs = usualAnswerMs } = this.#settings;
      // An answer that came while this process was busy itself is read before it is given up.
      const timer = setTimeout(() => setImmediate(() => this.#giveUp(number)), answerMs);
      this.#waiting.set(number, { asked, resolve, timer });
    });
  }

  answered({ number, admissions }: Pick<WindowAnswer, 'number' | 'admissions'>): void {
    this.#isLate = false;
    const waiting = this.#waiting.get(number);
    this.#waiting.delete(number);
    clearTimeout(waiting?.timer);
    waiting?.resolve(
      waiting.asked.map(({ caller }, index) => {
        const [admitted = 0, used = 0, resetMs = 1] = admissions[index] ?? [];
        if (admitted > 0) this.#own.admitNow(caller, admitted);
        return { admitted, used, resetMs };
      }),
    );
    this.#settle();
  }

  /** The number of the question; undefined when the primary could not be told. */
  #ask(asked: Asked): number | undefined {
    this.#number += 1;
    const pairs = asked.map(({ caller, requests }) => [caller, requests] as const);
    const { name, send } = this.#settings;
    return send({ kind: 'window-ask', number: this.#number, window: name, asked: pairs }) ? this.#number : undefined;
  }

  #giveUp(number: number): void {
    const waiting = this.#waiting.get(number);
    if (waiting === undefined) return;
    this.#waiting.delete(number);
    this.#isLate = true;
    // The primary will count them when it reads the question.
    waiting.resolve(this.#decideAlone(waiting.asked, { isTold: true }));
  }

  #decideAlone(asked: Asked, { isTold }: { isTold: boolean }): WindowAdmission[] {
    return asked.map(({ caller, requests }) => {
      const { admitted, used, resetMs } = this.#own.admitNow(caller, requests);
      if (!isTold && admitted > 0) this.#owe(caller, admitted);
      return { admitted, used: this.#settings.window.limit - (this.#share - used), resetMs };
    });
  }

  #owe(caller: string, requests: number): void {
    const before = this.#owed.get(caller);
    if (before !== undefined || this.#owed.size < owedMax) this.#owed.set(caller, (before ?? 0) + requests);
  }

  #settle(): void {
    if (this.#owed.size === 0) return;
    const owed = [...this.#owed].map(([caller, requests]) => ({ caller, requests }));
    if (this.#ask(owed) !== undefined) this.#owed.clear();
  }
}
