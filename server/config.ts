// Reads the settings. A flag takes precedence over an environment variable, and the variable over the default. No other module of the
// server reads process.env.
import { isIP } from 'node:net';
import { z } from 'zod';
import type { Bilingual } from '../build/edition/vocabulary.ts';
import { plainHostname } from './hosts.ts';
import { readAddress } from './state/redis/address.ts';

/** Origins in the form of the Origin header, such as `https://app.example.org`; `*` allows every origin. */
export type AllowedOrigins = readonly string[] | '*';

export interface Settings {
  port: number;
  host: string;
  editionFolder: string;
  dataFolder: string;
  /** The URL of the Redis in which several instances share their state. Undefined: the state is kept in the data folder. */
  redisUrl: string | undefined;
  /** Whether search queries are counted, so that `stele report` can show which questions the articles do not answer. */
  keepsQueries: boolean;
  /** The address that answers contain, without a trailing slash. Undefined: the address on which the server listens. */
  publicUrl: string | undefined;
  /** Host names that the server accepts besides that of the public address, in lower case and ASCII. */
  allowedHosts: readonly string[];
  /** Sites whose pages may read the API. */
  corsOrigins: AllowedOrigins;
  trustProxy: string[] | number;
  logLevel: (typeof logLevels)[number];
  /** The port of the metrics, on the loopback address. Undefined: nothing is measured. */
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

/**
 * The maximum number of processes on one port. While Redis is unreachable, the processes cannot share their counts, and each of them admits
 * as many requests of a caller as the whole limit allows.
 */
const workersMax = 64;

const portNumber = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((port) => port <= 65_535);

const schema = z.object({
  port: portNumber,
  host: z.string().min(1),
  edition: z.string().min(1),
  data: z.string().min(1),
  redisUrl: z
    .string()
    .refine((url) => readAddress(url) !== undefined)
    .optional(),
  queryStatistics: z.enum(['on', 'off']),
  publicUrl: z
    .string()
    .transform(readPublicUrl)
    .refine((url) => url !== undefined)
    .optional(),
  allowedHosts: z
    .string()
    .transform(readHostNames)
    .refine((names) => names !== undefined)
    .optional(),
  corsOrigin: z
    .string()
    .transform(readOrigins)
    .refine((origins) => origins !== undefined),
  trustProxy: z
    .string()
    .transform(readTrustProxy)
    .refine((trusted) => trusted !== undefined),
  logLevel: z.enum(logLevels),
  metricsPort: portNumber.optional(),
  workers: z
    .string()
    .regex(/^\d{1,2}$/)
    .transform(Number)
    .refine((workers) => workers >= 1 && workers <= workersMax),
});

/** The allowed values of each setting, as a phrase. */
const allowed: { readonly [Name in keyof typeof environmentNames]: Bilingual } = {
  port: { zh: '0 到 65535 的整数（0 表示任意空闲端口）', en: 'a whole number from 0 to 65535 (0 takes any free port)' },
  host: {
    zh: '监听的地址或名称，例如 127.0.0.1 或 0.0.0.0',
    en: 'an address or a name to listen on, such as 127.0.0.1 or 0.0.0.0',
  },
  edition: { zh: '`stele build --out` 写入的文件夹', en: 'the folder that `stele build --out` named' },
  data: { zh: '文件夹', en: 'a folder' },
  redisUrl: {
    zh: 'redis://127.0.0.1:6379/0、redis+cluster://主机:端口,主机:端口 或 redis+sentinel://主机,主机/名称 这样的地址；用 TLS 时以 rediss 开头',
    en: 'an address such as redis://127.0.0.1:6379/0, redis+cluster://host:port,host:port or redis+sentinel://host,host/name; with TLS, it begins with rediss',
  },
  queryStatistics: { zh: 'on 或 off', en: 'on or off' },
  publicUrl: {
    zh: 'https://kb.example.org 这样的地址，不带路径、查询和片段',
    en: 'an address such as https://kb.example.org, without path, query or fragment',
  },
  allowedHosts: {
    zh: '用逗号分隔的主机名，例如 kb.internal,server，不带协议、端口、路径和通配符；IP 地址和 localhost 不用写',
    en: 'host names separated by commas (such as kb.internal,server) without scheme, port, path or wildcard; IP addresses and localhost are always allowed',
  },
  corsOrigin: {
    zh: '*（所有站点），或 https://app.example.org,http://localhost:3000 这样的来源，不带路径',
    en: '* for every site, or origins such as https://app.example.org,http://localhost:3000, without a path',
  },
  trustProxy: {
    zh: '10.0.0.0/8,::1 这样的网络，或前面代理的个数；不能是 "true"，那会相信任何人',
    en: 'networks such as 10.0.0.0/8,::1 or the number of proxies in front; never "true", which would trust anyone',
  },
  logLevel: { zh: `${logLevels.join('、')} 之一`, en: `one of ${logLevels.join(', ')}` },
  metricsPort: {
    zh: '0 到 65535 的整数（0 表示任意空闲端口），不同于 --port',
    en: 'a whole number from 0 to 65535 (0 takes any free port), different from --port',
  },
  workers: {
    zh: `1 到 ${workersMax} 的整数：用几个进程提供服务`,
    en: `a whole number from 1 to ${workersMax}: how many processes serve on the port`,
  },
};

/** The settings with the number of processes to start (`workers`), or one message for each setting that is wrong. */
export type SettingsReading = { ok: true; settings: Settings; workers: number } | { ok: false; mistakes: Bilingual[] };

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
    // An empty value counts as absent, because many tools pass an unset variable as an empty string.
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

function mistakeOf(name: keyof typeof environmentNames, value: string | undefined): Bilingual {
  const flag = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const { zh, en } = allowed[name];
  const shown = JSON.stringify(value);
  // The message does not repeat the Redis URL, because it may contain a password.
  const [zhShown, enShown] = name === 'redisUrl' ? ['（不显示）', '(not shown)'] : [shown, shown];
  return {
    zh: `--${flag}（${environmentNames[name]}）是 ${zhShown}；应为：${zh}`,
    en: `--${flag} (${environmentNames[name]}) is ${enShown}; it takes ${en}`,
  };
}

/** The origin of a public address, with an ASCII host, so that it is safe in a header. Undefined when the text is not allowed. */
function readPublicUrl(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || /[?#]/.test(text) || !URL.canParse(text)) return undefined;
  const { origin, pathname, username, password } = new URL(text);
  // Links on pages and in `meta.nextStep` start at the root of the host, so the server cannot run below a path.
  return username === '' && password === '' && /^\/*$/.test(pathname) ? origin : undefined;
}

/** Reads a list of host names into lower case and ASCII. Undefined when one of them is not a plain name. */
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

/** Whether Express accepts the text as an address or a network. The whole internet (`/0`) is not allowed. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || more.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
