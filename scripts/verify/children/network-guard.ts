// Loaded before an example where no stronger confinement is at hand: connections leave this machine only when the author says so.
// It holds what examples do; a program that means to get around it can, which is why bubblewrap is preferred.
import { createSocket, Socket as DatagramSocket } from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { BlockList, isIP, type LookupFunction, Socket } from 'node:net';
import { resolve, sep } from 'node:path';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const isHere = (host: string | undefined): boolean => {
  if (host === undefined || host === 'localhost' || host === '') return true;
  const family = isIP(host);
  return family !== 0 && loopback.check(host, family === 4 ? 'ipv4' : 'ipv6');
};

/** Sockets of others lead to whatever listens there; its own lie in its folders. */
const isOwnPath = (path: string): boolean =>
  !path.startsWith('\0') &&
  [process.env.HOME, process.env.TMPDIR].some(
    (folder) => folder !== undefined && resolve(path).startsWith(`${folder}${sep}`),
  );

const refusal = (host: string): Error =>
  Object.assign(new Error(`the network is closed to examples: ${host} (verify=network opens it)`), {
    code: 'ENETUNREACH',
  });

function refuse(host: string | undefined): void {
  if (host !== undefined && !isHere(host)) throw refusal(host);
}

const isLookup = (given: unknown): given is LookupFunction => typeof given === 'function';
const isOptions = (given: unknown): given is Record<string, unknown> => typeof given === 'object' && given !== null;

/** A name of this machine may be looked up as an author likes, if only it leads here. */
const guarded =
  (lookup: LookupFunction): LookupFunction =>
  (name, options, done) =>
    lookup(name, options, (error, found, family) => {
      const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address);
      const away = addresses.find((address) => !isHere(address));
      if (error === null && away !== undefined) done(refusal(away), '', 0);
      else done(error, found, family);
    });

/** Refuses what leads away: given are options, a port and a host, a path, or an array of these. */
function guardConnection(given: unknown[]): void {
  const [first, second] = given;
  if (Array.isArray(first)) {
    guardConnection(first);
    return;
  }
  if (!isOptions(first)) {
    const isPort = Number(first) >= 0;
    if (!isPort && typeof first === 'string' && !isOwnPath(first)) throw refusal(first);
    refuse(isPort && typeof second === 'string' ? second : undefined);
    return;
  }
  const { path, host, lookup } = first;
  if (typeof path === 'string' && !isOwnPath(path)) throw refusal(path);
  if (typeof path !== 'string' && host !== undefined && host !== null) refuse(String(host));
  if (isLookup(lookup)) given[0] = { ...first, lookup: guarded(lookup) };
}

const connect = Socket.prototype.connect;
Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
  try {
    guardConnection(given);
  } catch (error) {
    this.destroy(error instanceof Error ? error : undefined);
    return this;
  }
  return Reflect.apply(connect, this, given);
} as typeof connect;

// A datagram socket that is connected sends without naming a host.
for (const name of ['send', 'connect'] as const) {
  const original: (...given: never) => unknown = DatagramSocket.prototype[name];
  Object.assign(DatagramSocket.prototype, {
    [name](this: DatagramSocket, ...given: unknown[]): unknown {
      refuse(given.slice(1).find((value): value is string => typeof value === 'string'));
      return Reflect.apply(original, this, given);
    },
  });
}
createSocket('udp4').close();

/** What asks a name server of names, or the system of names that are not this machine's; answered as where there is no network. */
const unanswered = (name: string): Error =>
  Object.assign(new Error(`the network is closed to examples: ${name} (verify=network opens it)`), {
    code: name.startsWith('lookup') ? 'EAI_AGAIN' : 'ECONNREFUSED',
  });

function closeNames(names: object, waits: boolean): void {
  for (const [name, original] of Object.entries(Object.getOwnPropertyDescriptors(names))) {
    if (!/^(?:resolve|reverse|lookup)/.test(name) || typeof original.value !== 'function') continue;
    const answer = (...given: unknown[]): unknown => {
      if (name.startsWith('lookup') && isHere(String(given[0]))) return Reflect.apply(original.value, names, given);
      const done = given.at(-1);
      if (waits || typeof done !== 'function') return Promise.reject(unanswered(name));
      return process.nextTick(() => done(unanswered(name)));
    };
    Object.defineProperty(names, name, { ...original, value: answer });
  }
}

closeNames(dns, false);
closeNames(dns.Resolver.prototype, false);
closeNames(dns.promises, true);
closeNames(dns.promises.Resolver.prototype, true);
syncBuiltinESMExports();
