// How serious messages are for content that was translated elsewhere. Knows rules only by their names.
import type { Message } from './messages.ts';

/** The rules that hold the two languages against each other begin with this. */
const parityPrefix = 'parity-';

/** Drifts between the languages as warnings: they are known of translations that somebody else keeps, and stop nothing. */
export function forImported(messages: readonly Message[]): Message[] {
  return messages.map((message) =>
    message.rule.startsWith(parityPrefix) ? { ...message, severity: 'warning' } : message,
  );
}
