// The windows of all workers, kept by the primary process: one worker more or less, or one that died, changes nothing in them.
import { plans } from '../access/plans.ts';
import type { Clock } from '../clock.ts';
import { defaultAgentLimits, registrationWindow } from '../state/agents.ts';
import { LocalWindow } from '../state/local-window.ts';
import type { WindowAnswer, WindowAsk, WindowName } from './messages.ts';

export class WindowHost {
  readonly #windows: Record<WindowName, LocalWindow>;

  constructor(clock: Clock) {
    this.#windows = {
      callers: new LocalWindow(plans.keyless, clock),
      registrations: registrationWindow(defaultAgentLimits, clock),
    };
  }

  answer({ number, window, asked }: WindowAsk): WindowAnswer {
    const admissions = asked.map(([caller, requests]) => {
      const { admitted, used, resetMs } = this.#windows[window].admitNow(caller, requests);
      return [admitted, used, resetMs] as const;
    });
    return { kind: 'window-answer', number, window, admissions };
  }
}
