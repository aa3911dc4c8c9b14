// Normalises the IP addresses of callers and connections, so that each address is counted under one form.
import { isIP, type Socket } from 'node:net';
import { ipKeyGenerator } from 'express-rate-limit';

/** Limits count a whole /64 network of IPv6 addresses as one caller, because one household or server usually has such a network. */
const ipv6NetworkBits = 64;

/** The address that limits count by: an IPv4 address, or the /64 network of an IPv6 address. */
export const networkOf = (address: string): string => ipKeyGenerator(address, ipv6NetworkBits);

/** The address by which open connections are counted and limited. It is the address of the peer, which may be a proxy. */
export const networkOfSocket = ({ remoteAddress = '' }: Pick<Socket, 'remoteAddress'>): string =>
  networkOf(plainAddress(remoteAddress) ?? '0.0.0.0');

/** The IP address in a text, without port, brackets, zone and `::ffff:` prefix; undefined when the text is not an IP address. */
export function plainAddress(text: string): string | undefined {
  const bare = text
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
  return isIP(bare) === 0 ? undefined : copyOf(bare);
}

/**
 * Copies an address into a string of its own. The limiter keeps each address for a minute, and V8 keeps a whole string in memory as
 * long as a slice of it is used. Without the copy, a caller could fill memory with kilobytes of X-Forwarded-For for each address.
 */
const copyOf = (address: string): string => Buffer.from(address, 'latin1').toString('latin1');
