import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildIdOf,
  formatVersion,
  groupPieces,
  type Manifest,
  manifestText,
  piecesOf,
  readManifest,
  sealManifest,
} from '../../../build/edition/manifest.ts';
import { fileTable } from '../editions.ts';

const files = new Map([
  ['search/0000.json', Buffer.from('[]')],
  ['catalogue.json', Buffer.from('{"articles":[]}')],
  ['bodies/0000.pack', new Uint8Array()],
]);
const sealed = sealManifest({
  formatVersion,
  analyser: { version: 1, hash: 'a'.repeat(64) },
  articles: 2,
  canary: { query: '茶壶', slug: 'teapot' },
  files: fileTable(files),
});
const text = manifestText(sealed);
const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

function reasonOf(changed: string): string {
  const reading = readManifest(changed);
  return reading.ok ? 'accepted' : reading.reason;
}
/** A changed manifest whose selfHash is computed again, so that it is right. */
function resealed(change: (manifest: Manifest) => Manifest): string {
  const { selfHash: _, ...rest } = change(structuredClone(sealed));
  return manifestText({ ...rest, selfHash: sha256(manifestText(rest as Manifest).trimEnd()) });
}

describe('a manifest', () => {
  it('is read back as it was written', () => {
    expect(readManifest(text)).toEqual({ ok: true, manifest: sealed });
  });

  it('has a buildId that equals `sha256sum` of its file table', () => {
    const table = [...files.keys()].sort().map((path) => `${sha256(files.get(path) ?? '')}  ${path}\n`);
    expect(sealed.buildId).toBe(sha256(table.join('')));
    expect(buildIdOf(fileTable(new Map([...files].reverse())))).toBe(sealed.buildId);
  });

  it('is refused with any byte changed, missing or doubled, and with any data after its end', () => {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += 1) {
      const [before, after] = [bytes.subarray(0, at), bytes.subarray(at + 1)];
      const byte = bytes[at] ?? 0;
      for (const other of [[byte ^ 0x01], [byte ^ 0x20], [byte ^ 0x80], [], [byte, byte]]) {
        const changed = Buffer.concat([before, Buffer.from(other), after]).toString('utf8');
        if (readManifest(changed).ok) expect.fail(`byte ${at} can be ${JSON.stringify(other)}`);
      }
    }
    for (const other of [JSON.stringify(JSON.parse(text), null, 2), text.replace('茶', '\\u8336')])
      expect(reasonOf(other)).toContain('canonical form');
    for (const more of ['\n', ' ', '{}', '\ufeff']) expect(reasonOf(text + more)).not.toBe('accepted');
    expect(reasonOf('')).toBe('is not JSON');
  });

  it.each<[string, (manifest: Manifest) => Manifest, RegExp]>([
    ['another buildId', (manifest) => ({ ...manifest, buildId: 'b'.repeat(64) }), /buildId/],
    ['a file missing from its table', (manifest) => ({ ...manifest, files: {} }), /buildId/],
    ['an unknown field', (manifest) => Object.assign(manifest, { extra: 1 }), /shape/],
  ])('is refused with %s, even when its selfHash is right', (_name, change, reason) => {
    expect(reasonOf(resealed(change))).toMatch(reason);
  });

  it('of another format version is refused for its version, whatever its other fields are', () => {
    expect(reasonOf('{"formatVersion":1,"anything":"else"}')).toBe(
      `has format version 1, this server reads version ${formatVersion}`,
    );
    expect(reasonOf('{}')).toContain('has format version undefined');
    expect(reasonOf('null')).toContain('has format version undefined');
  });
});

describe('a file stored in several pieces', () => {
  it('has pieces within the limit that give the file when joined in order of their names', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 1, max: 60 }), (bytes, most) => {
        const pieces = [...piecesOf('search/a.bin', Buffer.from(bytes), most)];
        const inOrder = [...pieces].sort(([left], [right]) => (left < right ? -1 : 1));
        expect(pieces.every(([, piece]) => piece.length <= most)).toBe(true);
        expect(Buffer.concat(inOrder.map(([, piece]) => piece)).equals(bytes)).toBe(true);
        expect([...groupPieces(inOrder.map(([path]) => path))]).toEqual([
          ['search/a.bin', inOrder.map(([path]) => path)],
        ]);
      }),
    );
  });

  it('is put together from its own pieces only, even if other files have similar names', () => {
    const paths = ['search/a.bin.0000', 'search/a.bin.0001', 'search/b.bin', 'search/0001.json', 'bodies/0000.pack'];
    expect([...groupPieces(paths)].map(([whole, pieces]) => [whole, pieces.length])).toEqual([
      ['search/a.bin', 2],
      ['search/b.bin', 1],
      ['search/0001.json', 1],
      ['bodies/0000.pack', 1],
    ]);
  });
});
