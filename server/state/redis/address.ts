// Where Redis is, read from its URL, and how the password in it is kept out of everything that is written.
import { isIP } from 'node:net';

export interface Address {
  host: string;
  port: number;
  username?: string;
  password?: string;
  db: number;
  /** Present for `rediss://`. */
  tls?: { servername?: string };
}

const usualPort = 6379;

/**
 * Reads `redis://[[user]:password@]host[:port][/database]`, or `rediss://` with TLS. Parameters behind a question mark are not
 * read: they would change options that calls rely on. Throws an error that does not hold the URL.
 */
export function addressOf(url: string): Address {
  if (!URL.canParse(url)) throw new Error('the address of Redis (REDIS_URL) is not a URL');
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    port: port === '' ? usualPort : Number(port),
    ...(username !== '' && { username: decoded(username) }),
    ...(password !== '' && { password: decoded(password) }),
    db: Number(pathname.slice(1)),
    // A name is what a certificate is for, and what many hosts in one place are told apart by.
    ...(protocol === 'rediss:' && { tls: isIP(host) === 0 ? { servername: host } : {} }),
  };
}

/** Some servers repeat what they did not understand, and that may have been the password. */
export function withoutPassword(text: string, { password }: Address): string {
  return password === undefined ? text : text.replaceAll(password, '…').replaceAll(encodeURIComponent(password), '…');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
