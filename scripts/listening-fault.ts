// What is wrong with the address that a server was to listen on, as a sentence.
import { ScrapeListeningError } from '../server/metrics/scrape-server.ts';

interface ListeningAddress {
  host: string;
  port: number;
}

/** Undefined for any other error. `metricsSetting` is how the caller is told another port for metrics. */
export function listeningFault(
  error: unknown,
  { host, port }: ListeningAddress,
  metricsSetting = '--metrics-port (METRICS_PORT)',
): string | undefined {
  return error instanceof ScrapeListeningError
    ? faultOf(error.cause, error, metricsSetting)
    : faultOf(error, { host, port }, '--port');
}

function faultOf(error: unknown, { host, port }: ListeningAddress, portFlag: string): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} on ${host} is in use; choose another with ${portFlag}`;
    case 'EACCES':
      return `port ${port} may not be used by this user; choose one above 1023 with ${portFlag}`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is not an address of this machine (${code}); choose another with --host`;
    default:
      return undefined;
  }
}
