// The signals that stop a server, and the grace period.
import type { Settings } from '../server/config.ts';

export const stopSignals = ['SIGTERM', 'SIGINT'] as const;

/**
 * The time for which a stopping server behind a proxy still accepts requests. Its responses say `Connection: close`, so that the proxy
 * sends no further request on a connection that the server is about to close.
 */
const graceBehindProxyMs = 1_000;

export const graceMsOf = ({ trustProxy }: Pick<Settings, 'trustProxy'>): number =>
  trustProxy === 0 ? 0 : graceBehindProxyMs;
