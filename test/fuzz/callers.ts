// Raw callers from any address of 127.0.0.0/8: kept connections with one request at a time, and connections for one
// use. A wrong or missing answer is an outcome: nothing here throws because of it.
import { connect, type Socket } from 'node:net';
import { type RawAnswer, type Reading, readAnswers } from './raw-answers.ts';

export interface Outcome {
  answers: RawAnswer[];
  /** The fault of the connection, if any. */
  fault?: string;
}

interface Kept {
  socket: Socket;
  /** The receiver of incoming bytes; undefined while no request runs. */
  exchange: Exchange | undefined;
}

interface Exchange {
  methods: readonly string[];
  wanted: number;
  received: Buffer;
  finish(fault?: string): void;
}

export class Callers {
  readonly #port: number;
  readonly #answerMsMax: number;
  readonly #idle = new Map<string, Kept[]>();
  readonly #sockets = new Set<Socket>();

  /** An answer later than `answerMsMax` is a fault. */
  constructor(port: number, answerMsMax: number) {
    this.#port = port;
    this.#answerMsMax = answerMsMax;
  }

  /** Sends requests on a kept connection, and waits for their answers. */
  async ask(from: string, bytes: string, methods: readonly string[] = ['GET']): Promise<Outcome> {
    const kept = this.#keptOf(from) ?? this.#open(from, false);
    const outcome = await this.#exchange(kept, bytes, { methods, wanted: methods.length });
    const last = outcome.answers.at(-1);
    const isOver = outcome.fault !== undefined || last?.header('connection') === 'close' || kept.socket.destroyed;
    if (isOver) kept.socket.destroy();
    else this.#idle.set(from, [...(this.#idle.get(from) ?? []), kept]);
    return outcome;
  }

  /** Sends bytes, closes this side and reads until the server closes its own. */
  async tell(from: string, bytes: string): Promise<Outcome> {
    const kept = this.#open(from, true);
    const outcome = await this.#exchange(kept, bytes, { methods: [], wanted: Number.POSITIVE_INFINITY });
    kept.socket.destroy();
    return outcome;
  }

  /** Sends bytes and disconnects without waiting. */
  abort(from: string, bytes: string): Promise<void> {
    const { socket } = this.#open(from, false);
    return new Promise((resolve) => {
      socket.once('close', () => resolve());
      socket.write(bytes, 'latin1', () => socket.resetAndDestroy());
    });
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#idle.clear();
  }

  #keptOf(from: string): Kept | undefined {
    const kept = this.#idle.get(from)?.pop();
    return kept === undefined || kept.socket.writable ? kept : this.#keptOf(from);
  }

  #open(from: string, allowHalfOpen: boolean): Kept {
    const socket = connect({ port: this.#port, host: '127.0.0.1', localAddress: from, allowHalfOpen, noDelay: true });
    const kept: Kept = { socket, exchange: undefined };
    this.#sockets.add(socket);
    socket.on('data', (chunk: Buffer) => {
      const { exchange } = kept;
      if (exchange === undefined) return;
      exchange.received = exchange.received.length === 0 ? chunk : Buffer.concat([exchange.received, chunk]);
      if (exchange.wanted === Number.POSITIVE_INFINITY) return;
      const { answers, fault } = readingOf(exchange);
      if (fault !== undefined || answers.length >= exchange.wanted) exchange.finish();
    });
    socket.on('error', (error) => kept.exchange?.finish(error.message));
    socket.on('end', () => {
      const isExpected = kept.exchange?.wanted === Number.POSITIVE_INFINITY;
      kept.exchange?.finish(isExpected ? undefined : closedBefore);
    });
    socket.on('close', () => {
      this.#sockets.delete(socket);
      kept.exchange?.finish(closedBefore);
    });
    return kept;
  }

  #exchange(kept: Kept, bytes: string, { methods, wanted }: Pick<Exchange, 'methods' | 'wanted'>): Promise<Outcome> {
    return new Promise((resolve) => {
      const tooLong = setTimeout(() => exchange.finish(`no answer within ${this.#answerMsMax} ms`), this.#answerMsMax);
      const exchange: Exchange = {
        methods,
        wanted,
        received: Buffer.alloc(0),
        finish(given) {
          clearTimeout(tooLong);
          kept.exchange = undefined;
          const { answers, ...unreadable } = readingOf(exchange);
          const fault = given ?? unreadable.fault;
          resolve({ answers, ...(fault !== undefined && { fault }) });
        },
      };
      kept.exchange = exchange;
      if (wanted === Number.POSITIVE_INFINITY) kept.socket.end(bytes, 'latin1');
      else kept.socket.write(bytes, 'latin1');
    });
  }
}

const closedBefore = 'closed before the answer';

function readingOf({ received, methods }: Exchange): Reading & { fault?: string } {
  try {
    return readAnswers(received, methods);
  } catch (error) {
    return { answers: [], rest: received, fault: error instanceof Error ? error.message : String(error) };
  }
}
