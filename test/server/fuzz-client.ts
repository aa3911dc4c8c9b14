// Callers for the fuzz test: kept connections, each with one request at a time, and connections for one use.
import { connect, type Socket } from 'node:net';
import { type RawAnswer, readAnswers } from './raw.ts';

export interface Outcome {
  answers: RawAnswer[];
  tookMs: number;
  /** What went wrong with the connection, if anything did. */
  fault?: string;
}

/** An answer that takes longer is a fault. */
export const answerMsMax = 2_000;

interface Kept {
  socket: Socket;
  /** Where what is received goes; undefined while nothing is asked. */
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
  readonly #idle = new Map<string, Kept[]>();
  readonly #sockets = new Set<Socket>();

  constructor(port: number) {
    this.#port = port;
  }

  /** Sends requests on a connection that is kept for the next ones, and waits for their answers. */
  async ask(from: string, bytes: string, methods: readonly string[]): Promise<Outcome> {
    const kept = this.#idle.get(from)?.pop() ?? this.#open(from, false);
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

  /** Sends bytes and goes away without waiting. */
  abort(from: string, bytes: string): Promise<void> {
    const { socket } = this.#open(from, false);
    return new Promise((resolve) => {
      socket.once('close', () => resolve());
      socket.write(bytes, 'latin1', () => socket.resetAndDestroy());
    });
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
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
      if (readAnswers(exchange.received, exchange.methods).answers.length >= exchange.wanted) exchange.finish();
    });
    socket.on('error', (error) => kept.exchange?.finish(error.message));
    socket.on('end', () => {
      const isExpected = kept.exchange?.wanted === Number.POSITIVE_INFINITY;
      kept.exchange?.finish(isExpected ? undefined : 'closed before the answer');
    });
    socket.on('close', () => {
      this.#sockets.delete(socket);
      kept.exchange?.finish('closed before the answer');
    });
    return kept;
  }

  #exchange(kept: Kept, bytes: string, { methods, wanted }: Pick<Exchange, 'methods' | 'wanted'>): Promise<Outcome> {
    const startedMs = performance.now();
    return new Promise((resolve) => {
      const tooLong = setTimeout(() => kept.exchange?.finish(`no answer within ${answerMsMax} ms`), answerMsMax);
      kept.exchange = {
        methods,
        wanted,
        received: Buffer.alloc(0),
        finish(fault) {
          clearTimeout(tooLong);
          kept.exchange = undefined;
          const { answers } = readAnswers(this.received, methods);
          resolve({ answers, tookMs: performance.now() - startedMs, ...(fault !== undefined && { fault }) });
        },
      };
      if (wanted === Number.POSITIVE_INFINITY) kept.socket.end(bytes, 'latin1');
      else kept.socket.write(bytes, 'latin1');
    });
  }
}
