// The host names whose pages may call /mcp, besides the loopback names.
import { isIPv6, type Socket } from 'node:net';

/**
 * Names as URLs spell them, without ports: that of the public address (PUBLIC_URL, or what the server listens on), and the
 * address that the connection was made to, which can be no other site's name.
 */
export function ownHostnames(publicAddress: string, { localAddress = '' }: Pick<Socket, 'localAddress'>): string[] {
  const address = localAddress.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  const own = isIPv6(address) ? new URL(`http://[${address}]`).hostname : address;
  return [new URL(publicAddress).hostname, own].filter((name) => name !== '');
}
