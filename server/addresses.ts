// Normalises the addresses of callers and connections, so that each is counted under one form.
import { isIP, type Socket } from 'node:net';
import { ipKeyGenerator } from 'express-rate-limit';

/** One household or server usually has a whole /64 network of IPv6 addresses. */
const ipv6NetworkBits = 64;

/** The address that limits count by: an IPv4 address, or the /64 network of an IPv6 address. */
export const networkOf = (address: string): string => ipKeyGenerator(address, ipv6NetworkBits);

/** The same for a connection, which may come from a proxy. */
export const networkOfSocket = ({ remoteAddress = '' }: Pick<Socket, 'remoteAddress'>): string =>
  networkOf(plainAddress(remoteAddress) ?? '0.0.0.0');

/** Without port, brackets, zone and the IPv4-in-IPv6 prefix; undefined when it is no address. */
export function plainAddress(text: string): string | undefined {
  const bare = text
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
  return isIP(bare) === 0 ? undefined : copyOf(bare);
}

/**
 * The address is remembered for a minute. V8 keeps the whole string alive for a slice of it, and the rest of X-Forwarded-For
 * is chosen by the caller: that would be kilobytes for every address.
 */
const copyOf = (address: string): string => Buffer.from(address, 'latin1').toString('latin1');
