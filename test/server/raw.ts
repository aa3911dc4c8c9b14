// Sends raw HTTP/1.1 from any loopback address, including bytes that `fetch` refuses to send.
import { connect } from 'node:net';
import { reader } from '../answers.ts';
import { documentFaults } from '../fuzz/judge.ts';
import { type RawAnswer, type Reading, readAnswers } from '../fuzz/raw-answers.ts';

export interface SendOptions {
  /** The address to send from: any address of 127.0.0.0/8, by default 127.0.0.1. */
  from?: string;
  /** The number of answers to wait for. By default `send` waits until the server closes the connection. */
  answers?: number;
  /** The methods of the requests, needed because answers to HEAD have no body. By default all are GET. */
  methods?: readonly string[];
  /** Whether the caller closes its side of the connection after the last byte, as `nc` does. */
  halfClose?: boolean;
}

export interface Sent extends Reading {
  /** True when the server closed the connection. */
  isClosed: boolean;
}

function holdRaw(answer: RawAnswer, method: string, target: string): void {
  const faults = documentFaults(answer, { method, target }, reader());
  if (faults.length > 0) throw new Error(`not as the OpenAPI document says:\n${faults.join('\n')}`);
}

/** Sends bytes (text is Latin-1) and reads the answers. The first API answer is validated against the OpenAPI document. */
export function send(port: number, bytes: string | Buffer, options: SendOptions = {}): Promise<Sent> {
  const { from = '127.0.0.1', answers: wanted = Number.POSITIVE_INFINITY, methods, halfClose = false } = options;
  const [, method, target] = /^([A-Z]+) (\S+) HTTP\/1\.1\r\n/.exec(String(bytes)) ?? [];
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from, allowHalfOpen: true });
    let received: Buffer = Buffer.alloc(0);
    const finish = (isClosed: boolean): void => {
      try {
        const reading = readAnswers(received, methods);
        const [first] = reading.answers;
        if (first !== undefined && method !== undefined && target !== undefined) holdRaw(first, method, target);
        resolve({ ...reading, isClosed });
      } catch (error) {
        reject(error);
      }
      socket.destroy();
    };
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (wanted !== Number.POSITIVE_INFINITY && readAnswers(received, methods).answers.length >= wanted) finish(false);
    });
    socket.on('end', () => finish(true));
    socket.on('error', reject);
    const content = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes;
    if (halfClose) socket.end(content);
    else socket.write(content);
  });
}

/** The text of a valid GET request. */
export function getText(target: string, headers: readonly [name: string, value: string][] = []): string {
  const lines = [['Host', 'localhost'], ...headers].map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${target} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** Sends bytes on a new connection and returns the first answer. */
export async function answerTo(port: number, bytes: string, from?: string): Promise<RawAnswer> {
  const { answers } = await send(port, bytes, { answers: 1, ...(from !== undefined && { from }) });
  const [answer] = answers;
  if (answer === undefined) throw new Error(`no answer to ${bytes.slice(0, 100)}`);
  return answer;
}

/** Sends a GET request on a new connection from any loopback address, and returns the answer. */
export const getFrom = (
  port: number,
  from: string,
  target: string,
  headers: readonly [name: string, value: string][] = [],
): Promise<RawAnswer> => answerTo(port, getText(target, headers), from);
