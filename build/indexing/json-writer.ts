// Writes JSON of many small numbers straight into bytes: an index is millions of them, and making an array of each list only
// to turn it into text takes several times as long. The caller sees to it that the pieces together are JSON.
export class JsonWriter {
  #buffer = Buffer.allocUnsafe(1 << 20);
  #length = 0;

  text(piece: string): void {
    // UTF-8 takes at most three bytes for each UTF-16 unit.
    this.#reserve(piece.length * 3);
    this.#length += this.#buffer.write(piece, this.#length, 'utf8');
  }

  /** A whole number, 0 or more. */
  number(value: number): void {
    this.#reserve(10);
    let digits = 1;
    for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) digits += 1;
    let rest = value;
    for (let at = this.#length + digits - 1; at >= this.#length; at -= 1) {
      this.#buffer[at] = zero + (rest % 10);
      rest = Math.floor(rest / 10);
    }
    this.#length += digits;
  }

  /** A few characters of ASCII: for so few a copy in JavaScript is faster than a call of the encoder. */
  ascii(piece: string): void {
    this.#reserve(piece.length);
    for (let at = 0; at < piece.length; at += 1) this.#buffer[this.#length + at] = piece.charCodeAt(at);
    this.#length += piece.length;
  }

  /** What was written so far. */
  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#buffer.length, this.#length + bytes));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}

const zero = 0x30;
