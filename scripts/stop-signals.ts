// The signals that stop a server, and the grace period.
import type { Settings } from '../server/config.ts';

export const stopSignals = ['SIGTERM', 'SIGINT'] as const;

/**
 * The time for which a stopping server behind a proxy still accepts requests. Its responses announce the end of the connections, so
 * the proxy does not send a request on one that is just being closed.
 */
const graceBehindProxyMs = 1_000;

export const graceMsOf = ({ trustProxy }: Pick<Settings, 'trustProxy'>): number =>
  trustProxy === 0 ? 0 : graceBehindProxyMs;
