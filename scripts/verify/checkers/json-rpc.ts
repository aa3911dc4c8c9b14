import type { Bench } from '../checker.ts';
import type { Fault } from '../outcome.ts';
export interface Messages {
  bench: Bench;
}
export const messagesOf = (bench: Bench): Messages => ({ bench });
export const jsonRpcFault = (_value: unknown, _messages: Messages): Fault | undefined => undefined;
