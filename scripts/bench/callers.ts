// Who sends the requests of a measurement.
import { z } from 'zod';

export const caller = z.object({
  /** An address of this machine; any of them without it. */
  from: z.string().optional(),
  headers: z.record(z.string(), z.string()),
});
export type Caller = z.infer<typeof caller>;

/** Callers of a usual kind, each with a connection and an address of its own, and with a key and an agent's name if they have one. */
export const usualCallers = (count: number, { keys, agents }: { keys: readonly string[]; agents: boolean }): Caller[] =>
  Array.from({ length: count }, (_, index) => {
    const key = keys[index];
    return {
      // Any address of 127.0.0.0/8 is this machine, but only to Linux.
      ...(process.platform === 'linux' && { from: `127.1.0.${index + 1}` }),
      headers: {
        ...(key !== undefined && { Authorization: `Bearer ${key}` }),
        ...(agents && { 'x-agent-id': `agent-${index}` }),
      },
    };
  });

/**
 * One of 2³¹ callers who have nothing in common, as an attacker would make them up: every second one from an IPv4 address, the
 * others each from an IPv6 network of its own; with names as long as they may be, in no order; and with something written into
 * X-Forwarded-For before the proxy adds the address.
 */
export function distinctCaller(number: number): Caller {
  const half = number >>> 1;
  const bytes = [111 + (half >>> 24), (half >>> 16) & 255, (half >>> 8) & 255, half & 255];
  const address =
    number % 2 === 0 ? bytes.join('.') : `2001:db8:${(half >>> 16).toString(16)}:${(half & 0xffff).toString(16)}::1`;
  // Multiplying by an odd number gives every number of 32 bits another one.
  const scattered = (Math.imul(number, 2_654_435_761) >>> 0).toString(16).padStart(8, '0');
  return {
    headers: { 'X-Forwarded-For': `${forged}, ${address}`, 'x-agent-id': scattered.padEnd(agentIdLengthMax, 'x') },
  };
}

/** See `agentIdPattern`. */
const agentIdLengthMax = 128;
const forged = 'unknown, '.repeat(50);
