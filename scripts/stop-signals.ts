// The signals that stop a server, and how long it takes its time then.
import type { Settings } from '../server/config.ts';

export const stopSignals = ['SIGTERM', 'SIGINT'] as const;

/**
 * How long a server behind a proxy still takes requests when it stops. The proxy learns from the answers that its connections
 * end, and is not left with one that closes while it sends the next request.
 */
const graceBehindProxyMs = 1_000;

export const graceMsOf = ({ trustProxy }: Pick<Settings, 'trustProxy'>): number =>
  trustProxy === 0 ? 0 : graceBehindProxyMs;
