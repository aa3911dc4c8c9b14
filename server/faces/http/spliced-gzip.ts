// One gzip stream (RFC 1952) of a text that begins the same for every request and ends differently: the beginning is compressed
// once, the end is put behind it as it is.
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, type ZlibOptions } from 'node:zlib';

export interface GzipBeginning {
  /** The header, and deflate blocks that end with a whole byte, none of which says that it is the last (RFC 1951, section 3.2.3). */
  bytes: Buffer;
  /** Of what they stand for: its CRC-32 and its length in bytes. */
  crc: number;
  length: number;
}

const deflateAsync = promisify<Buffer, ZlibOptions, Buffer>(deflateRaw);

/** RFC 1952, section 2.3: deflate, no name, no time, no particular compressor, no particular system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const trailerBytes = 8;
/** RFC 1951, section 3.2.4: its length is a number of 16 bits. */
const storedBytesMax = 0xffff;
/** Whether it is the last, the length, and the length with all bits turned. */
const storedHeadBytes = 5;

export async function beginGzip(content: Buffer, level: number): Promise<GzipBeginning> {
  // The flush ends with a whole byte, and with nothing that a later block could refer to.
  const blocks = await deflateAsync(content, { level, finishFlush: constants.Z_FULL_FLUSH });
  return { bytes: Buffer.concat([header, blocks]), crc: crc32(content), length: content.length };
}

/** What follows the beginning so that both together are the gzip stream of both contents. */
export function endGzip({ crc, length }: GzipBeginning, content: Buffer): Buffer {
  const blocks = Math.max(1, Math.ceil(content.length / storedBytesMax));
  const end = Buffer.allocUnsafe(blocks * storedHeadBytes + content.length + trailerBytes);
  let at = 0;
  for (let block = 0; block < blocks; block += 1) {
    const stored = content.subarray(block * storedBytesMax, (block + 1) * storedBytesMax);
    at = end.writeUInt8(block === blocks - 1 ? 1 : 0, at);
    at = end.writeUInt16LE(stored.length, at);
    at = end.writeUInt16LE(stored.length ^ 0xffff, at);
    at += stored.copy(end, at);
  }
  // Of nothing, `crc32` says 0, whatever it is to go on from.
  at = end.writeUInt32LE(content.length === 0 ? crc : crc32(content, crc), at);
  end.writeUInt32LE((length + content.length) % 2 ** 32, at);
  return end;
}
