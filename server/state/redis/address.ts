// Parses the URL of Redis, and keeps its password out of all output.
import { isIP } from 'node:net';

export interface RedisAddress {
  kind: 'server' | 'cluster' | 'sentinel';
  /** The hosts in the URL: one server, some nodes of a cluster, or sentinels. */
  nodes: { host: string; port: number }[];
  username?: string;
  password?: string;
  db: number;
  /** The sentinels' name for the server. */
  name?: string;
  /** The TLS options; present for `rediss`. */
  tls?: { servername?: string };
  /** The nodes as text, for messages. */
  place: string;
  /** Secrets that messages must not contain. */
  secrets: string[];
}

const usualPorts = { server: 6379, cluster: 6379, sentinel: 26_379 };
const form = /^redis(s?)(?:\+(cluster|sentinel))?:\/\/(?:([^/]*)@)?([^/@?#]+)(?:\/([^/?#]*))?(?:[?#].*)?$/i;
const node = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/i;

/**
 * Reads `redis://[[user]:password@]host[:port][/database]`, `redis+cluster://[…@]host[:port],…` and
 * `redis+sentinel://[…@]host[:port],…/name`; `rediss` with TLS. Query parameters are ignored,
 * because they could change client options on which `connection.ts` relies. Undefined for any other form.
 */
export function readAddress(url: string): RedisAddress | undefined {
  const [, tls = '', kindName, user, hosts = '', path = ''] = form.exec(url) ?? [];
  const kind = kindName?.toLowerCase() === 'cluster' ? 'cluster' : kindName === undefined ? 'server' : 'sentinel';
  const nodes = hosts.split(',').flatMap((written) => {
    const [, address, host = address, port = usualPorts[kind]] = node.exec(written) ?? [];
    return host === undefined || Number(port) > 65_535 ? [] : [{ host, port: Number(port) }];
  });
  const [first] = nodes;
  const isWhole = nodes.length === hosts.split(',').length && (kind !== 'server' || nodes.length === 1);
  const paths = { server: /^\d{0,4}$/, cluster: /^0?$/, sentinel: /^[\w.-]+$/ };
  if (first === undefined || !isWhole || !paths[kind].test(path)) return undefined;
  const [username = '', ...rest] = (user ?? '').split(':');
  const password = decoded(rest.join(':'));
  return {
    kind,
    nodes,
    db: kind === 'server' ? Number(path) : 0,
    ...(kind === 'sentinel' && { name: path }),
    ...(username !== '' && { username: decoded(username) }),
    ...(password !== '' && { password }),
    // TLS with a single server names the host (SNI), because several hosts may share an address. In a cluster or
    // behind sentinels, Redis itself reports the hosts of the servers, and the client uses those names.
    ...(tls !== '' && { tls: kind === 'server' && isIP(first.host) === 0 ? { servername: first.host } : {} }),
    place: nodes.map(({ host, port }) => (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`)).join(', '),
    secrets: [url, rest.join(':'), password, encodeURIComponent(password)].filter((secret) => secret !== ''),
  };
}

/** Reads the URL like `readAddress`. Throws an error, which does not contain the URL, when the URL is not valid. */
export function addressOf(url: string): RedisAddress {
  const address = readAddress(url);
  if (address === undefined) throw new Error('the address of Redis (REDIS_URL) is not valid');
  return address;
}

/** Removes secrets from a message. Some servers repeat input that they did not understand, and it may be the password. */
export const withoutPassword = (text: string, { secrets }: Pick<RedisAddress, 'secrets'>): string =>
  secrets.reduce((shown, secret) => shown.replaceAll(secret, '…'), text);

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
