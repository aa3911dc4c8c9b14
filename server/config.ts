// Settings: flags first, then the environment, then defaults. The only reader of process.env. Each error is reported on one line.
import { isIP } from 'node:net';
import { z } from 'zod';
import { plainHostname } from './hosts.ts';
import { readAddress } from './state/redis/address.ts';

/** Origins as browsers send them; `*` allows every origin. */
export type AllowedOrigins = readonly string[] | '*';

export interface Settings {
  port: number;
  host: string;
  editionFolder: string;
  dataFolder: string;
  /** Where several instances share their state; undefined: in the data folder. */
  redisUrl: string | undefined;
  /** Whether queries are counted for the gap report. */
  keepsQueries: boolean;
  /** Without a slash at its end; undefined: the listening address. */
  publicUrl: string | undefined;
  /** Further host names of the server, besides that of the public address, as URLs spell them. */
  allowedHosts: readonly string[];
  /** Sites whose pages may read the API. */
  corsOrigins: AllowedOrigins;
  trustProxy: string[] | number;
  logLevel: (typeof logLevels)[number];
  /** On the loopback address; undefined: no metrics. */
  metricsPort: number | undefined;
}

/** The flags of the command line; undefined for a flag that was not given. */
export type Flags = Partial<Record<keyof typeof environmentNames, string>>;

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const environmentNames = {
  port: 'PORT',
  host: 'HOST',
  edition: 'EDITION_DIR',
  data: 'DATA_DIR',
  redisUrl: 'REDIS_URL',
  queryStatistics: 'QUERY_STATISTICS',
  publicUrl: 'PUBLIC_URL',
  allowedHosts: 'ALLOWED_HOSTS',
  corsOrigin: 'CORS_ORIGIN',
  trustProxy: 'TRUST_PROXY',
  logLevel: 'LOG_LEVEL',
  metricsPort: 'METRICS_PORT',
  workers: 'WORKERS',
} as const;

/** With at most this many processes, each one still has a share of an address's limit when they cannot share their counts. */
const workersMax = 64;

const portNumber = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((port) => port <= 65_535);
const portsAllowed = 'a whole number from 0 to 65535 (0 takes any free port)';

const schema = z.object({
  port: portNumber.describe(portsAllowed),
  host: z.string().min(1).describe('an address or a name to listen on, such as 127.0.0.1 or 0.0.0.0'),
  edition: z.string().min(1).describe('the folder that `stele build --out` named'),
  data: z.string().min(1).describe('a folder'),
  redisUrl: z
    .string()
    .refine((url) => readAddress(url) !== undefined)
    .optional()
    .describe(
      'an address such as redis://127.0.0.1:6379/0, redis+cluster://host:port,host:port or redis+sentinel://host,host/name, or rediss with TLS',
    ),
  queryStatistics: z.enum(['on', 'off']).describe('on or off'),
  publicUrl: z
    .string()
    .transform(readPublicUrl)
    .refine((url) => url !== undefined)
    .optional()
    .describe('an address such as https://kb.example.org, without path, query or fragment'),
  allowedHosts: z
    .string()
    .transform(readHostNames)
    .refine((names) => names !== undefined)
    .optional()
    .describe(
      'names such as kb.internal,server, without scheme, port, path or wildcard; IP addresses and localhost need none',
    ),
  corsOrigin: z
    .string()
    .transform(readOrigins)
    .refine((origins) => origins !== undefined)
    .describe('* for every site, or origins such as https://app.example.org,http://localhost:3000, without a path'),
  trustProxy: z
    .string()
    .transform(readTrustProxy)
    .refine((trusted) => trusted !== undefined)
    .describe(
      'networks such as 10.0.0.0/8,::1 or the number of proxies in front; never "true", which would trust anyone',
    ),
  logLevel: z.enum(logLevels).describe(`one of ${logLevels.join(', ')}`),
  metricsPort: portNumber.optional().describe(`${portsAllowed}, another one than --port`),
  workers: z
    .string()
    .regex(/^\d{1,2}$/)
    .transform(Number)
    .refine((workers) => workers >= 1 && workers <= workersMax)
    .describe(`a whole number from 1 to ${workersMax}: how many processes serve on the port`),
});

/** `workers`: the number of processes that serve with these settings. */
export type SettingsReading = { ok: true; settings: Settings; workers: number } | { ok: false; mistakes: string[] };

export function readSettings(
  flags: Flags,
  defaults: { edition: string; data: string },
  environment: NodeJS.ProcessEnv = process.env,
): SettingsReading {
  const fallback = {
    port: '8080',
    host: '127.0.0.1',
    trustProxy: '0',
    corsOrigin: '*',
    queryStatistics: 'on',
    logLevel: 'info',
    workers: '1',
    ...defaults,
  };
  const names = Object.keys(environmentNames) as (keyof typeof environmentNames)[];
  const given: Record<string, string | undefined> = { ...fallback };
  for (const name of names) {
    // Many tools pass an unset variable as an empty value.
    const value = [flags[name], environment[environmentNames[name]]].find((text) => text !== undefined && text !== '');
    if (value !== undefined) given[name] = value;
  }
  const checked = schema.safeParse(given);
  if (!checked.success) {
    const wrong = [...new Set(checked.error.issues.map(({ path }) => String(path[0])))];
    return { ok: false, mistakes: wrong.map((name) => mistakeOf(name as keyof typeof environmentNames, given[name])) };
  }
  const { edition, data, redisUrl, queryStatistics, publicUrl, allowedHosts, corsOrigin, trustProxy, ...more } =
    checked.data;
  const { metricsPort, workers, ...same } = more;
  if (same.port !== 0 && metricsPort === same.port) {
    return { ok: false, mistakes: [mistakeOf('metricsPort', given.metricsPort)] };
  }
  return {
    ok: true,
    workers,
    settings: {
      ...same,
      editionFolder: edition,
      dataFolder: data,
      redisUrl,
      keepsQueries: queryStatistics === 'on',
      publicUrl,
      allowedHosts: allowedHosts ?? [],
      corsOrigins: corsOrigin ?? '*',
      trustProxy: trustProxy ?? 0,
      metricsPort,
    },
  };
}

/** Replaces a value that may hold a password in error messages. */
const hidden = '(not shown)';

function mistakeOf(name: keyof typeof environmentNames, value: string | undefined): string {
  const described = schema.shape[name].description ?? '';
  const flag = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const shown = name === 'redisUrl' ? hidden : JSON.stringify(value);
  return `--${flag} (${environmentNames[name]}) is ${shown}; it takes ${described}`;
}

/** The address as URLs are spelt (an ASCII host, nothing that breaks a header), without a trailing slash. */
function readPublicUrl(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || /[?#]/.test(text) || !URL.canParse(text)) return undefined;
  const { origin, pathname, username, password } = new URL(text);
  // Next steps and links on pages start at the root of the host, so the service cannot run below a path.
  return username === '' && password === '' && /^\/*$/.test(pathname) ? origin : undefined;
}

/** As URLs spell them. */
function readHostNames(text: string): string[] | undefined {
  const names = text.split(',').map((name) => {
    const isPlain = /^[^\s:/?#@\\[\]]+$/.test(name.trim()) && URL.canParse(`http://${name.trim()}`);
    return isPlain ? plainHostname(new URL(`http://${name.trim()}`)) : '';
  });
  // A wildcard would allow names that other people can register.
  return names.every((name) => /^[a-z0-9_][a-z0-9_.-]*$/.test(name)) ? names : undefined;
}

function readOrigins(text: string): AllowedOrigins | undefined {
  if (text === '*') return '*';
  const origins = text.split(',').map((origin) => origin.trim());
  const isOrigin = (origin: string): boolean => /^https?:\/\/[^\s/?#@\\*]+\/?$/i.test(origin) && URL.canParse(origin);
  return origins.every(isOrigin) ? origins.map((origin) => new URL(origin).origin) : undefined;
}

function readTrustProxy(text: string): string[] | number | undefined {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const networks = text.split(',').map((network) => network.trim());
  return networks.every(isNetwork) ? networks : undefined;
}

/** An address, or a network smaller than the whole internet, in the form that Express accepts. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || more.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
