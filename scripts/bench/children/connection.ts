// An HTTP/1.1 connection that costs as little as it can: the load must never be what is slow. It sends a prepared text and
// reads of the answer its status and where it ends, one request at a time.
import { connect, type Socket } from 'node:net';

const headEnd = Buffer.from('\r\n\r\n');
/** The last chunk (RFC 9112, section 7.1). Of coded bytes, that the same end a packet by chance is not to be expected. */
const lastChunk = Buffer.from('\r\n0\r\n\r\n');

export class Connection {
  readonly #socket: Socket;
  #answered: ((status: number) => void) | undefined;
  #head: Buffer = Buffer.alloc(0);
  #status = 0;
  /** Bytes of the body that are still to come; undefined while the head is, infinite while nobody has said how many. */
  #bodyLeft: number | undefined;
  /** The last bytes of a body whose length nobody has said. */
  #end: Buffer = Buffer.alloc(0);

  private constructor(socket: Socket, fail: (error: Error) => void) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (bytes) => this.#read(bytes));
    socket.on('error', fail);
    socket.on('close', () => {
      if (this.#answered !== undefined) fail(new Error('the server closed the connection before it had answered'));
    });
  }

  /** `from` is the address to come from: all of 127.0.0.0/8 is this machine, on Linux. */
  static open(port: number, from: string | undefined, fail: (error: Error) => void): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', ...(from !== undefined && { localAddress: from }) });
      socket.once('error', reject);
      socket.once('connect', () => resolve(new Connection(socket, fail)));
    });
  }

  /** The last request must have been answered. */
  send(text: string, answered: (status: number) => void): void {
    this.#answered = answered;
    this.#socket.write(text, 'latin1');
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(bytes: Buffer): void {
    let body = bytes;
    if (this.#bodyLeft === undefined) {
      const head = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes]);
      const end = head.indexOf(headEnd);
      if (end === -1) {
        this.#head = head;
        return;
      }
      const lines = head.toString('latin1', 0, end);
      this.#head = Buffer.alloc(0);
      this.#status = Number(lines.slice(9, 12));
      this.#bodyLeft = /\r\ntransfer-encoding: *chunked/i.test(lines)
        ? Number.POSITIVE_INFINITY
        : Number(/\r\ncontent-length: *(\d+)/i.exec(lines)?.[1] ?? 0);
      body = head.subarray(end + headEnd.length);
    }
    this.#bodyLeft -= body.length;
    if (this.#bodyLeft === Number.POSITIVE_INFINITY) {
      this.#end = Buffer.concat([this.#end, body]).subarray(-lastChunk.length);
      if (!this.#end.equals(lastChunk)) return;
      this.#end = Buffer.alloc(0);
    } else if (this.#bodyLeft > 0) return;
    this.#bodyLeft = undefined;
    const answered = this.#answered;
    this.#answered = undefined;
    answered?.(this.#status);
  }
}

/** A GET as an agent's library writes it. */
export const getText = (path: string, headers: Record<string, string> = {}): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: stele-bench\r\nAccept: */*\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
