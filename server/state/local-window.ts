// A sliding window kept in this process, asked as one that is shared is.
import type { WindowLimit } from '../access/plans.ts';
import type { Clock } from '../clock.ts';
import { SlidingWindow } from './sliding-window.ts';
import type { WindowAdmission, WindowStore } from './store.ts';

export class LocalWindow implements WindowStore {
  readonly #window: SlidingWindow;
  readonly #limit: number;

  constructor(settings: WindowLimit, clock: Clock, callersMax?: number) {
    this.#window = new SlidingWindow(settings, clock, callersMax);
    this.#limit = settings.limit;
  }

  /** The limit is the one that this window was made with. */
  async admit(asked: readonly { caller: string; requests: number }[]): Promise<WindowAdmission[]> {
    return asked.map(({ caller, requests }) => this.admitNow(caller, requests));
  }

  /** Asks for some requests of a caller at once; the first of them are those that are admitted. */
  admitNow(caller: string, requests: number): WindowAdmission {
    let admitted = 0;
    let last = this.#window.admit(caller);
    while (last.admitted) {
      admitted += 1;
      if (admitted === requests) break;
      last = this.#window.admit(caller);
    }
    return { admitted, used: this.#limit - last.remaining, resetMs: Math.max(1, Math.ceil(last.resetMs)) };
  }
}
