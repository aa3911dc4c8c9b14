// Loaded before an example where no stronger confinement is at hand: connections leave this machine only when the author says so.
// It holds what examples do; a program that means to get around it can, which is why bubblewrap is preferred.
import { createSocket, Socket as DatagramSocket } from 'node:dgram';
import { BlockList, isIP, Socket } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const isHere = (host: string | undefined): boolean => {
  if (host === undefined || host === 'localhost' || host === '') return true;
  const family = isIP(host);
  return family !== 0 && loopback.check(host, family === 4 ? 'ipv4' : 'ipv6');
};

function refuse(host: string | undefined): void {
  if (isHere(host)) return;
  throw Object.assign(new Error(`the network is closed to examples: ${host} (verify=network opens it)`), {
    code: 'ENETUNREACH',
  });
}

/** The host that `connect` is asked for: in options, after a port, or as the first of normalised arguments. */
function hostOf(given: readonly unknown[]): string | undefined {
  const [first, second] = given;
  if (Array.isArray(first)) return hostOf(first);
  if (typeof first === 'object' && first !== null && 'host' in first) return String(first.host);
  return typeof first === 'number' && typeof second === 'string' ? second : undefined;
}

const connect = Socket.prototype.connect;
Socket.prototype.connect = function (this: Socket, ...given: Parameters<typeof connect>) {
  try {
    refuse(hostOf(given));
  } catch (error) {
    this.destroy(error instanceof Error ? error : undefined);
    return this;
  }
  return connect.apply(this, given);
} as typeof connect;

const send = DatagramSocket.prototype.send;
DatagramSocket.prototype.send = function (this: DatagramSocket, ...given: unknown[]): void {
  refuse(given.slice(1).find((value) => typeof value === 'string'));
  Reflect.apply(send, this, given);
} as typeof send;
createSocket('udp4').close();
