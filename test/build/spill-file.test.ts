// What a build sets aside on a disk: it is read back as it was put, nothing of it stays, and a disk that takes nothing is no fault.
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LostPack } from '../../build/cache-files.ts';
import { compile } from '../../build/compile.ts';
import { sha256 } from '../../build/edition/hash.ts';
import { readAssets, readContent } from '../../build/read.ts';
import { openSpillFile, type SpillFile } from '../../build/spill-file.ts';
import type { Reader } from '../../build/storage.ts';
import { fixtures, repositoryRoot, temporaryFolder } from '../site.ts';
import { watchedDisk } from './disk.ts';

const packFilled = (byte: number): { content: Buffer; hash: string } => {
  const content = Buffer.alloc(1_000, byte);
  return { content, hash: sha256(content) };
};

/** A spill file that is closed when the test is over. */
function storageIn(folder: string, heldMax = 0): SpillFile {
  const storage = openSpillFile(folder, heldMax);
  onTestFinished(() => storage.close());
  return storage;
}

describe('a spill file', () => {
  it('gives every content back as it was put, in any order and as often as asked, and has no name', async () => {
    const folder = await temporaryFolder();
    const storage = storageIn(folder);
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 20 }), (contents) => {
        const readers = contents.map((content) => storage.put(content));
        for (let round = 0; round < 2; round += 1)
          for (let at = contents.length - 1; at >= 0; at -= 1)
            expect(Buffer.from(readers[at]?.() ?? []).equals(contents[at] ?? Buffer.of())).toBe(true);
      }),
    );
    expect(await readdir(folder)).toEqual([]);
  });

  it('keeps a pack under its hash for the next build, and refuses it when it is damaged there', async () => {
    const folder = await temporaryFolder();
    const { content, hash } = packFilled(1);
    const read = storageIn(folder).putPack(content, hash);
    expect(Buffer.compare(read(), content)).toBe(0);
    expect(await readdir(folder)).toEqual([`${hash}.pack`]);
    await writeFile(join(folder, `${hash}.pack`), packFilled(2).content);
    expect(read).toThrow(LostPack);
  });

  it('is made for more than is held in memory, and not before', async () => {
    const folder = await temporaryFolder();
    const storage = storageIn(folder, 1_500);
    const [first, second] = [packFilled(5), packFilled(6)];
    const [held, written] = [first, second].map(({ content, hash }) => storage.putPack(content, hash));
    expect(await readdir(folder)).toEqual([`${second.hash}.pack`]);
    expect([held?.()[0], written?.()[0]]).toEqual([5, 6]);
  });

  it('keeps packs on the disk when another build removed the folder, and when a file lies in its place', async () => {
    const folder = join(await temporaryFolder(), 'cache');
    const storage = storageIn(folder);
    const read = storage.put(Buffer.from('body'));
    await rm(folder, { recursive: true });
    const [again, elsewhere] = [packFilled(7), packFilled(8)];
    storage.putPack(again.content, again.hash);
    expect(await readdir(folder)).toEqual([`${again.hash}.pack`]);
    expect(Buffer.from(read()).toString()).toBe('body');
    await rm(folder, { recursive: true });
    await writeFile(folder, 'a file in its place');
    const readPack = storage.putPack(elsewhere.content, elsewhere.hash);
    expect(Buffer.compare(readPack(), elsewhere.content)).toBe(0);
    storage.close();
    // Not in memory, that is.
    expect(readPack).toThrow('EBADF');
  });

  it('reads into the room that it is given, where that is enough', async () => {
    const storage = storageIn(await temporaryFolder());
    const [tea, milk] = ['tea', 'milk'].map((text) => storage.put(Buffer.from(text)));
    const room = new Uint8Array(3);
    expect(tea?.(room).buffer).toBe(room.buffer);
    expect(Buffer.from(room).toString()).toBe('tea');
    expect(Buffer.from(milk?.(room) ?? []).toString()).toBe('milk');
    expect(Buffer.from(room).toString()).toBe('tea');
  });

  it('keeps in memory what a disk does not take that is full, whenever it becomes full', async () => {
    const folder = await temporaryFolder();
    const disk = watchedDisk();
    const contents = Array.from({ length: 3 }, (_, byte) => Buffer.alloc(9_000, byte));
    const { content, hash } = packFilled(4);
    const putAll = (storage: SpillFile): Reader[] => [
      ...contents.map((own) => storage.put(own)),
      storage.putPack(content, hash),
    ];
    const calls = await disk.callsOf(() => putAll(storageIn(folder)));
    for (let most = 0; most < calls; most += 1) {
      const readers = await disk.failingAfter(most, () => putAll(storageIn(folder)));
      expect(readers.map((read) => Buffer.from(read()))).toEqual([...contents, content]);
    }
  });
});

describe('an edition whose bodies waited on a disk', () => {
  it('has the bytes of one that was made in memory', async () => {
    const sources = { entries: await readContent(join(fixtures, 'site')), assets: await readAssets(repositoryRoot) };
    const storage = storageIn(await temporaryFolder());
    const [inMemory, onDisk] = [compile(sources).edition, compile(sources, { storage }).edition];
    expect(onDisk?.manifest).toEqual(inMemory?.manifest);
    for (const [path, content] of inMemory?.files ?? [])
      expect(Buffer.compare(onDisk?.files.get(path) ?? Buffer.of(), content), path).toBe(0);
  });
});
