// The headers of a response while it is made. They are written in one go with its status: given to Node one by one, the two dozen
// of an answer took a tenth of its time (`npm run bench -- --only serve`).
import type { Express, Response } from 'express';
import { ServerResponse } from './node-http.ts';

/** Names and values in turn. */
export type HeaderLines = readonly string[];

export class ResponseHeaders {
  readonly #lines: string[];

  /** `lines` is its own from now on. */
  constructor(lines: string[]) {
    this.#lines = lines;
  }

  get lines(): HeaderLines {
    return this.#lines;
  }

  /** Of names that it does not have. */
  add(lines: HeaderLines): void {
    this.#lines.push(...lines);
  }

  /** In the place of what the name had before. */
  set(name: string, value: string): void {
    const lines = this.#lines;
    const at = this.#placeOf(name);
    if (at === undefined) lines.push(name, value);
    else lines[at + 1] = value;
  }

  /** Beside what the name has already. */
  append(name: string, value: string): void {
    const at = this.#placeOf(name);
    if (at === undefined) this.#lines.push(name, value);
    else this.#lines[at + 1] = `${this.#lines[at + 1]}, ${value}`;
  }

  delete(name: string): void {
    const at = this.#placeOf(name);
    if (at !== undefined) this.#lines.splice(at, 2);
  }

  #placeOf(name: string): number | undefined {
    const lines = this.#lines;
    for (let at = 0; at < lines.length; at += 2) if (isSame(lines[at] ?? '', name)) return at;
    return undefined;
  }
}

/** Names are written in any case (RFC 9110, section 5.1), and nearly always in the same. Most differ in length or begin otherwise. */
const isSame = (left: string, right: string): boolean =>
  left === right ||
  (left.length === right.length &&
    (left.charCodeAt(0) | lowerCaseBit) === (right.charCodeAt(0) | lowerCaseBit) &&
    left.toLowerCase() === right.toLowerCase());

/** In ASCII. */
const lowerCaseBit = 0x20;

/**
 * Has every response of an application carry what was gathered for it, whoever ends it. What a package sets on the response itself
 * goes before that.
 */
export function carryHeaders(app: Express, headersOf: (response: Response) => ResponseHeaders | undefined): void {
  const { writeHead } = ServerResponse.prototype;
  // The prototype of the application's responses; Node comes by here for every head that it writes.
  app.response.writeHead = function (this: Response, status: number, ...given: unknown[]) {
    const lines = headersOf(this)?.lines ?? [];
    if (given.length === 0 && this.getHeaderNames().length === 0) return writeHead.call(this, status, [...lines]);
    for (let at = 0; at < lines.length; at += 2) {
      const [name = '', value = ''] = lines.slice(at, at + 2);
      if (!this.hasHeader(name)) this.setHeader(name, value);
    }
    return Reflect.apply(writeHead, this, [status, ...given]);
  };
}
