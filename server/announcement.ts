// What the log says when the service is up.
import type { Logger } from 'pino';
import type { Settings } from './config.ts';
import { isWildcard } from './discovery.ts';

export interface Announced {
  origin: string;
  /** Where the metrics are read; undefined without METRICS_PORT. */
  metricsAddress: string | undefined;
  /** Articles served. */
  size: number;
  buildId: string;
  /** How many processes serve, where there are several. */
}

export function announce(
  log: Logger,
  { host, publicUrl }: Pick<Settings, 'host' | 'publicUrl'>,
  { origin, metricsAddress, size, buildId }: Announced,
): void {
  if (publicUrl === undefined && isWildcard(host))
    log.warn({ host }, 'the address given to agents is localhost; set PUBLIC_URL to the one they reach');
  if (metricsAddress !== undefined) log.info({ metricsAddress }, `metrics at ${metricsAddress}`);
  log.info({ origin, articles: size, buildId }, `serving ${size} articles at ${origin}`);
  // Somebody waits for it.
  log.flush();
}
