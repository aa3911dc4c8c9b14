// The connections of a server: which answers are still due on each, and how to end them all without cutting one off.
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** Its answer was told of its end. */
  isOver?: true;
}

export interface ClosingTimes {
  /** How long requests are still taken; their answers say that the connection ends, so that callers go elsewhere. */
  graceMs: number;
  /** How long running requests may take after that before they are cut off. */
  drainMs: number;
}

/** How long a stopping server waits for the first byte on a connection. */
const silentMs = 100;

export class Connections {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /**
   * Those whose answer is not sent yet, in the order of their requests; a list for every connection, for as long as it is. An entry
   * that comes and goes with each request would have V8 make the map's table anew now and then; every table points to the next, and
   * one that has grown old keeps all after it, with what they held, until the next large collection: answers took up to twice as long.
   */
  readonly #open = new Map<Duplex, Exchange[]>();
  readonly #last = new WeakMap<Duplex, Exchange>();
  #isClosing = false;

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => {
        this.#sockets.delete(socket);
        const open = [...this.openOn(socket)];
        this.#open.delete(socket);
        // Node 20 tells of the end only the answer whose turn it was, Node 24 all of them: so the rest, after it has.
        setImmediate(() => {
          for (const exchange of open) if (exchange.isOver !== true) exchange.response.emit('close');
        });
      });
    });
    // Before the application's own listener, which may answer at once.
    server.prependListener('request', (request, response) => this.#begin({ request, response }));
  }

  /** The exchanges of a connection that are not over, oldest first. */
  openOn(socket: Duplex): readonly Exchange[] {
    return this.#open.get(socket) ?? [];
  }

  /** The exchange that began last on a connection, over or not. */
  lastOn(socket: Duplex): Exchange | undefined {
    return this.#last.get(socket);
  }

  /**
   * Hands the requests of a connection on one by one, each when the answer before it is sent. Node would have them all at once
   * that arrive together, hundreds in 64 KiB, and keep every answer until the caller reads it.
   */
  inTurn(take: RequestListener): RequestListener {
    return (request, response) => {
      const before = this.openOn(request.socket).at(-2);
      if (before === undefined) {
        take(request, response);
        return;
      }
      before.response.once('close', () => {
        if (!request.socket.destroyed) take(request, response);
      });
    };
  }

  /** Stops listening and lets running requests finish. */
  async close({ graceMs, drainMs }: ClosingTimes): Promise<void> {
    this.#isClosing = true;
    for (const exchanges of this.#open.values()) setConnection(exchanges.at(-1), 'close');
    if (graceMs > 0) await new Promise((resolve) => setTimeout(resolve, graceMs));
    // Connections that the system made, and Node has not taken yet, would be reset: a whole turn of the event loop takes them.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    // The HTTP server's own `close` would at once cut off every answer that is complete but not yet sent whole.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(this.#server, () => resolve()));
    this.#closeIdle();
    const timers = [
      // Browsers open connections in advance, and Node takes one on which nothing was ever sent for busy. But a request
      // may be on its way on one that was just opened.
      setTimeout(() => this.#destroy(({ bytesRead }) => bytesRead === 0), silentMs),
      setTimeout(() => this.#destroy(() => true), drainMs),
    ];
    await closed;
    timers.forEach(clearTimeout);
    // Now it does nothing but end Node's watch over slow requests.
    this.#server.close();
  }

  #closeIdle(): void {
    // Here, too, Node takes a connection for idle whose answer is only complete. Its end calls this again.
    const isSending = [...this.#open.values()].flat().some(({ response }) => response.writableEnded);
    if (!isSending) this.#server.closeIdleConnections();
  }

  #destroy(which: (socket: Socket) => boolean): void {
    for (const socket of this.#sockets) if (which(socket)) socket.destroy();
  }

  #begin(exchange: Exchange): void {
    const { socket } = exchange.request;
    let open = this.#open.get(socket);
    if (open === undefined) {
      open = [];
      this.#open.set(socket, open);
    }
    if (this.#isClosing) {
      // The last answer ends the connection; one before it that did would leave this request without its own.
      setConnection(open.at(-1), 'keep-alive');
      setConnection(exchange, 'close');
    }
    this.#last.set(socket, exchange);
    open.push(exchange);
    exchange.response.on('close', () => {
      exchange.isOver = true;
      const at = open.indexOf(exchange);
      if (at >= 0) open.splice(at, 1);
      // An answer whose head was sent before the closing began leaves its connection open, and idle from now on.
      if (!this.#server.listening) this.#closeIdle();
    });
  }
}

function setConnection(exchange: Exchange | undefined, value: 'close' | 'keep-alive'): void {
  if (exchange?.response.headersSent === false) exchange.response.setHeader('Connection', value);
}
