// Addresses of callers and connections, in the one form by which they are counted.
import { isIP, type Socket } from 'node:net';
import { ipKeyGenerator } from 'express-rate-limit';

/** One household or server has a whole /64 network of IPv6 addresses. */
const ipv6NetworkBits = 64;

/** What callers are counted by: an IPv4 address, or the network of an IPv6 address. */
export const networkOf = (address: string): string => ipKeyGenerator(address, ipv6NetworkBits);

/** The same for a connection, which may be that of a proxy. */
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
 * The address is remembered for a minute. In V8 a piece of a text keeps the whole text in memory, and the rest of
 * X-Forwarded-For is what the caller wrote there: kilobytes for every address.
 */
const copyOf = (address: string): string => Buffer.from(address, 'latin1').toString('latin1');
