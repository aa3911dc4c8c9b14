// Where Redis is, read from its URL, and how the password in it is kept out of everything that is written.
import { isIP } from 'node:net';

export interface RedisAddress {
  kind: 'server' | 'cluster' | 'sentinel';
  /** The server; some of the cluster, which names the others; or the sentinels, which name the server. */
  nodes: { host: string; port: number }[];
  username?: string;
  password?: string;
  db: number;
  /** What the sentinels call the server. */
  name?: string;
  /** Present for `rediss`. */
  tls?: { servername?: string };
  /** The nodes, as messages name them. */
  place: string;
  /** All that no message may hold. */
  secrets: string[];
}

const usualPorts = { server: 6379, cluster: 6379, sentinel: 26_379 };
const form = /^redis(s?)(?:\+(cluster|sentinel))?:\/\/(?:([^/]*)@)?([^/@?#]+)(?:\/([^/?#]*))?(?:[?#].*)?$/i;
const node = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/i;

/**
 * Reads `redis://[[user]:password@]host[:port][/database]`, `redis+cluster://[…@]host[:port],…` and
 * `redis+sentinel://[…@]host[:port],…/name`; `rediss` with TLS. Parameters behind a question mark are not read: they would
 * change options that calls rely on. Undefined when it is none of these.
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
    // Many hosts in one place are told apart by their name. Nodes that others name are checked by the host that they give.
    ...(tls !== '' && { tls: kind === 'server' && isIP(first.host) === 0 ? { servername: first.host } : {} }),
    place: nodes.map(({ host, port }) => (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`)).join(', '),
    secrets: [url, rest.join(':'), password, encodeURIComponent(password)].filter((secret) => secret !== ''),
  };
}

/** Throws an error that does not hold the URL. */
export function addressOf(url: string): RedisAddress {
  const address = readAddress(url);
  if (address === undefined) throw new Error('the address of Redis (REDIS_URL) cannot be read');
  return address;
}

/** Some servers repeat what they did not understand, and that may have been the password. */
export const withoutPassword = (text: string, { secrets }: Pick<RedisAddress, 'secrets'>): string =>
  secrets.reduce((shown, secret) => shown.replaceAll(secret, '…'), text);

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
