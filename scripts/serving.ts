// Starts serving, or explains in one sentence why it cannot. `stele start` uses it for a single process and for workers.

import type { Bilingual } from '../build/edition/vocabulary.ts';
import type { Settings } from '../server/config.ts';
import { type Running, serve } from '../server/main.ts';
import { ScrapeListeningError } from '../server/metrics/scrape-server.ts';
import { StateFileError } from '../server/state/store.ts';
import { UsageError } from './content-option.ts';
import { openingEdition } from './edition-fault.ts';
import { packageVersion } from './package-root.ts';

/** Starts serving. Throws a UsageError for faults that the operator can correct. */
export async function serveOrExplain(settings: Settings): Promise<Running> {
  try {
    return await openingEdition(settings.editionFolder, () => serve(settings, { version: packageVersion }));
  } catch (error) {
    if (error instanceof StateFileError) throw new UsageError(error.message);
    const sentence = listeningFault(error, settings);
    if (sentence !== undefined) throw new UsageError(sentence);
    throw error;
  }
}

interface ListeningAddress {
  host: string;
  port: number;
}

/**
 * A sentence about a port or address that cannot be used; undefined for other errors. `metricsSetting` is the name of the setting for the
 * metrics port, as the sentence shows it.
 */
export function listeningFault(
  error: unknown,
  { host, port }: ListeningAddress,
  metricsSetting = '--metrics-port (METRICS_PORT)',
): Bilingual | undefined {
  return error instanceof ScrapeListeningError
    ? faultOf(error.cause, error, metricsSetting)
    : faultOf(error, { host, port }, '--port');
}

function faultOf(error: unknown, { host, port }: ListeningAddress, portFlag: string): Bilingual | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'EADDRINUSE':
      return {
        zh: `${host} 的端口 ${port} 已被占用；用 ${portFlag} 换一个`,
        en: `port ${port} on ${host} is in use; choose another with ${portFlag}`,
      };
    case 'EACCES':
      return {
        zh: `当前用户不能使用端口 ${port}；用 ${portFlag} 换一个大于 1023 的`,
        en: `port ${port} may not be used by this user; choose one above 1023 with ${portFlag}`,
      };
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return {
        zh: `${host} 不是本机的地址（${code}）；用 --host 换一个`,
        en: `${host} is not an address of this machine (${code}); choose another with --host`,
      };
    default:
      return undefined;
  }
}
