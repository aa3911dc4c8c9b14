// The HTTP server and its connections: how long it waits for callers, how many connections it takes, in which order it hands requests
// on, and how it stops without cutting an answer off.
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { networkOfSocket } from './addresses.ts';
import type { Settings } from './config.ts';

/** All in milliseconds. */
export interface Timeouts {
  /** For the request line and the headers to arrive. */
  headersMs: number;
  /** For the whole request to arrive. */
  requestMs: number;
  /** For a connection on which nothing moves. Node asks once more, so that it may take twice as long. */
  idleMs: number;
  /** For the next request on a connection. */
  keepAliveMs: number;
  /** How often the first two are checked. */
  checkEveryMs: number;
  /** For running requests when the server stops. */
  drainMs: number;
}

const usualTimeouts: Timeouts = {
  headersMs: 10_000,
  requestMs: 15_000,
  idleMs: 15_000,
  keepAliveMs: 10_000,
  checkEveryMs: 1_000,
  drainMs: 5_000,
};
/** A proxy keeps its connections longer than an agent would, and must not find one closed that it is about to use. */
const keepAliveBehindProxyMs = 75_000;

export const timeoutsFor = ({ trustProxy }: Settings): Timeouts => ({
  ...usualTimeouts,
  ...(trustProxy !== 0 && { keepAliveMs: keepAliveBehindProxyMs }),
});

export function createHttpServer(timeouts: Timeouts): Server {
  const server = createServer({
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    connectionsCheckingInterval: timeouts.checkEveryMs,
    // The application checks for exactly one Host line, so that the answer has the envelope.
    requireHostHeader: false,
  });
  server.timeout = timeouts.idleMs;
  // All of them: Node would drop those beyond its limit, and the application checks for too many.
  server.maxHeadersCount = 0;
  // A caller may close its side after the request, as `nc` does, and still be answered. Node has no option for it.
  Object.assign(server, { httpAllowHalfOpen: true });
  return server;
}

/** Returns the port and the address; rejects with the system's error. */
export function listen(server: Server, { host, port }: Settings): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(server.address() as AddressInfo);
    });
  });
}

export interface ConnectionBounds {
  /** Connections beyond are closed as soon as they are made. */
  total: number;
  /** An IPv6 address counts with its whole /64 network. A connection beyond gets one answer. */
  perAddress: number;
}

const usualBounds: ConnectionBounds = { total: 10_000, perAddress: 2_000 };
export const boundsFor = ({ trustProxy }: Settings): ConnectionBounds => ({
  ...usualBounds,
  // All callers behind a proxy come from its address.
  ...(trustProxy !== 0 && { perAddress: Number.POSITIVE_INFINITY }),
});

/** How long a connection beyond the bound of its address may be silent. */
const silentBeyondMs = 1_000;

export const boundNames = ['total', 'address'] as const;
export type BoundName = (typeof boundNames)[number];

export interface BoundedConnections {
  /** Whether a connection is one more than its address may have. */
  isBeyond(socket: Socket): boolean;
}

/** Bounds the connections of a server; `refused` is called for each one beyond. */
export function boundConnections(
  server: Server,
  { total, perAddress }: ConnectionBounds,
  refused: (bound: BoundName) => void,
): BoundedConnections {
  const open = new Map<string, number>();
  const beyond = new WeakSet<Socket>();
  server.maxConnections = total;
  server.on('drop', () => refused('total'));
  server.on('connection', (socket) => {
    const address = networkOfSocket(socket);
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
    if (count <= perAddress) return;
    beyond.add(socket);
    refused('address');
    // Node closes a connection on which nothing moved for so long.
    socket.setTimeout(silentBeyondMs);
  });
  return { isBeyond: (socket) => beyond.has(socket) };
}

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

export interface ClosingTimes {
  /** How long requests are still taken; their answers end the connection, so that callers go elsewhere. */
  graceMs: number;
  /** How long running requests may take after that before they are cut off. */
  drainMs: number;
}

/** How long a stopping server waits for the first byte on a connection. */
const firstByteMs = 100;

/** The exchanges on each open connection. */
export class Connections {
  readonly #server: Server;
  /** Those that are not over, oldest first. */
  readonly #open = new Map<Duplex, Exchange[]>();
  readonly #last = new WeakMap<Duplex, Exchange>();
  #isClosing = false;

  /**
   * Hands the requests of a connection to `take` one by one, each when the answer before it is sent. Node would hand on all that
   * arrive together, hundreds in 64 KiB, and keep every answer until the caller reads it.
   */
  constructor(server: Server, take: RequestListener) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.#open.set(socket, []);
      socket.once('close', () => this.#open.delete(socket));
    });
    server.on('request', (request, response) => {
      const before = this.#begin({ request, response });
      if (before === undefined) take(request, response);
      else
        before.response.once('close', () => {
          if (!request.socket.destroyed) take(request, response);
        });
    });
  }

  openOn(socket: Duplex): readonly Exchange[] {
    return this.#open.get(socket) ?? [];
  }

  /** The exchange that began last on a connection, over or not. */
  lastOn(socket: Duplex): Exchange | undefined {
    return this.#last.get(socket);
  }

  /** Stops listening and lets running requests finish. */
  async close({ graceMs, drainMs }: ClosingTimes): Promise<void> {
    this.#isClosing = true;
    for (const exchanges of this.#open.values()) setConnection(exchanges.at(-1), 'close');
    if (graceMs > 0) await new Promise((resolve) => setTimeout(resolve, graceMs));
    // Node would reset connections that the system has made and Node has not taken yet: a whole turn of the event loop takes them.
    await turn();
    await turn();
    // The HTTP server's own `close` would cut off answers that are complete but not yet sent whole.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(this.#server, () => resolve()));
    this.#closeIdle();
    const timers = [
      // Browsers open connections in advance, which Node does not count as idle. But a request may be on its way on one.
      setTimeout(() => this.#destroy((socket) => 'bytesRead' in socket && socket.bytesRead === 0), firstByteMs),
      setTimeout(() => this.#destroy(() => true), drainMs),
    ];
    await closed;
    timers.forEach(clearTimeout);
    // Now this only ends Node's check for slow requests.
    this.#server.close();
  }

  /** Returns the exchange before it on the same connection, while that is not over. */
  #begin(exchange: Exchange): Exchange | undefined {
    const { socket } = exchange.request;
    const open = this.#open.get(socket) ?? [];
    const before = open.at(-1);
    if (this.#isClosing) {
      // The last answer ends the connection. An earlier one that did would leave this request without an answer.
      setConnection(before, 'keep-alive');
      setConnection(exchange, 'close');
    }
    this.#last.set(socket, exchange);
    open.push(exchange);
    exchange.response.on('close', () => {
      open.splice(open.indexOf(exchange), 1);
      // An answer whose head was sent before the closing began leaves its connection open, and idle from now on.
      if (!this.#server.listening) this.#closeIdle();
    });
    return before;
  }

  #closeIdle(): void {
    // Node also counts a connection as idle whose answer is complete but not sent. The end of that answer calls this again.
    const isSending = [...this.#open.values()].flat().some(({ response }) => response.writableEnded);
    if (!isSending) this.#server.closeIdleConnections();
  }

  #destroy(which: (socket: Duplex) => boolean): void {
    for (const socket of this.#open.keys()) if (which(socket)) socket.destroy();
  }
}

function setConnection(exchange: Exchange | undefined, value: 'close' | 'keep-alive'): void {
  if (exchange?.response.headersSent === false) exchange.response.setHeader('Connection', value);
}
