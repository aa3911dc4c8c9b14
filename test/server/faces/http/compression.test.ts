// A gzip stream has a beginning that is compressed once and kept, and an end that is appended to it for each answer. Decoders must
// read it as one text.
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginGzip, endGzip } from '../../../../server/faces/http/compression.ts';

async function spliced(beginning: Buffer, end: Buffer, level = 6): Promise<Buffer> {
  const begun = await beginGzip(beginning, level);
  return Buffer.concat([begun.bytes, endGzip(begun, end)]);
}

/** One MiB that hardly compresses, with bytes of every value. */
const noise = Buffer.from(Uint32Array.from({ length: 2 ** 18 }, (_, index) => Math.imul(index, 2_654_435_761)).buffer);
const articleText = Buffer.from('{"success":true,"data":{"title":"水壶 kettle"}}'.repeat(600));
const tail = Buffer.from(',"error":null,"meta":{"requestId":"req_abc00001","timestamp":"2026-01-31T12:00:00.000Z"}}');

describe('a spliced gzip stream', () => {
  it('decodes to its beginning followed by its end', async () => {
    const content = fc.uint8Array({ maxLength: 3_000 }).map((bytes) => Buffer.from(bytes));
    const level = fc.integer({ min: 0, max: 9 });
    await fc.assert(
      fc.asyncProperty(content, content, level, async (beginning, end, chosen) => {
        const stream = await spliced(beginning, end, chosen);
        expect(gunzipSync(stream).equals(Buffer.concat([beginning, end]))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it.each([0, 65_535, 65_536, 131_071])('decodes correctly with an end of %d bytes', async (bytes) => {
    const end = noise.subarray(0, bytes);
    for (const beginning of [Buffer.alloc(0), articleText]) {
      expect(gunzipSync(await spliced(beginning, end)).equals(Buffer.concat([beginning, end]))).toBe(true);
    }
  });

  it('has a checksum with which a decoder detects a flipped bit anywhere in the end', async () => {
    const begun = await beginGzip(articleText, 6);
    const end = endGzip(begun, tail);
    for (let at = 0; at < end.length; at += 1) {
      const turned = Buffer.from(end);
      turned[at] = (turned[at] ?? 0) ^ 1;
      expect(() => gunzipSync(Buffer.concat([begun.bytes, turned])), `byte ${at}`).toThrow();
    }
  });
});
