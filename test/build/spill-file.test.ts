// What a build sets aside on a disk: it is read back as it was put, nothing of it stays, and a disk that takes nothing is no fault.
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LostPack } from '../../build/cache-files.ts';
import { compile } from '../../build/compile.ts';
import { sha256 } from '../../build/edition/hash.ts';
import { readAssets, readContent } from '../../build/read.ts';
import { openSpillFile } from '../../build/spill-file.ts';
import { fixtures, repositoryRoot, temporaryFolder } from '../site.ts';
import { smallDiskAt } from '../small-disk.ts';

const packFilled = (byte: number): { content: Buffer; hash: string } => {
  const content = Buffer.alloc(1_000, byte);
  return { content, hash: sha256(content) };
};

describe('a spill file', () => {
  it('gives every content back as it was put, in any order and as often as asked', async () => {
    const storage = openSpillFile(await temporaryFolder(), 0);
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 20 }), (contents) => {
        const readers = contents.map((content) => storage.put(content));
        for (let round = 0; round < 2; round += 1)
          for (let at = contents.length - 1; at >= 0; at -= 1)
            expect(Buffer.from(readers[at]?.() ?? []).equals(contents[at] ?? Buffer.of())).toBe(true);
      }),
    );
    storage.close();
  });

  it('has no name, so that an interrupted build leaves nothing behind', async () => {
    const folder = await temporaryFolder();
    const storage = openSpillFile(folder, 0);
    storage.put(Buffer.from('body'));
    expect(await readdir(folder)).toEqual([]);
    storage.close();
  });

  it('keeps a pack under its hash for the next build, and refuses it when it is damaged there', async () => {
    const folder = await temporaryFolder();
    const storage = openSpillFile(folder, 0);
    const { content, hash } = packFilled(1);
    const read = storage.putPack(content, hash);
    expect(Buffer.compare(read(), content)).toBe(0);
    expect(await readdir(folder)).toEqual([`${hash}.pack`]);
    await writeFile(join(folder, `${hash}.pack`), packFilled(2).content);
    expect(read).toThrow(LostPack);
  });

  it('is made for more than is held in memory, and not before', async () => {
    const folder = await temporaryFolder();
    const storage = openSpillFile(folder, 1_500);
    const [first, second] = [packFilled(5), packFilled(6)];
    const [held, written] = [first, second].map(({ content, hash }) => storage.putPack(content, hash));
    expect(await readdir(folder)).toEqual([`${second.hash}.pack`]);
    expect([held?.()[0], written?.()[0]]).toEqual([5, 6]);
    storage.close();
  });

  it('keeps packs on the disk when another build removed the folder meanwhile', async () => {
    const folder = join(await temporaryFolder(), 'cache');
    const storage = openSpillFile(folder, 0);
    const read = storage.put(Buffer.from('body'));
    await rm(folder, { recursive: true });
    const { content, hash } = packFilled(7);
    storage.putPack(content, hash);
    expect(await readdir(folder)).toEqual([`${hash}.pack`]);
    expect(Buffer.from(read()).toString()).toBe('body');
    storage.close();
  });

  it('takes packs that the cache folder does not take', async () => {
    const folder = join(await temporaryFolder(), 'cache');
    const storage = openSpillFile(folder, 0);
    storage.put(Buffer.from('body'));
    await rm(folder, { recursive: true });
    await writeFile(folder, 'a file in its place');
    const { content, hash } = packFilled(8);
    const read = storage.putPack(content, hash);
    expect(Buffer.compare(read(), content)).toBe(0);
    storage.close();
    // Not in memory, that is.
    expect(read).toThrow('EBADF');
  });

  it('reads into the room that it is given, where that is enough', async () => {
    const storage = openSpillFile(await temporaryFolder(), 0);
    const [tea, milk] = ['tea', 'milk'].map((text) => storage.put(Buffer.from(text)));
    const room = new Uint8Array(3);
    expect(tea?.(room).buffer).toBe(room.buffer);
    expect(Buffer.from(room).toString()).toBe('tea');
    expect(Buffer.from(milk?.(room) ?? []).toString()).toBe('milk');
    expect(Buffer.from(room).toString()).toBe('tea');
    storage.close();
  });

  it('that cannot be made keeps everything in memory', async () => {
    const file = join(await temporaryFolder(), 'file');
    await writeFile(file, '');
    const storage = openSpillFile(join(file, 'cache'), 0);
    const { content, hash } = packFilled(3);
    expect(Buffer.compare(storage.put(content)(), content)).toBe(0);
    expect(Buffer.compare(storage.putPack(content, hash)(), content)).toBe(0);
    storage.close();
  });

  it('on a full disk keeps in memory what came too late', async () => {
    const folder = await temporaryFolder();
    const disk = smallDiskAt(folder);
    const storage = openSpillFile(folder, 0);
    const contents = Array.from({ length: 3 }, (_, byte) => Buffer.alloc(9_000, byte));
    const first = storage.put(contents[0] ?? Buffer.of());
    await disk.fill();
    const others = contents.slice(1).map((content) => storage.put(content));
    const { content, hash } = packFilled(4);
    const pack = storage.putPack(Buffer.concat([content, ...contents]), hash);
    [first, ...others].forEach((read, at) => {
      expect(Buffer.compare(read(), contents[at] ?? Buffer.of())).toBe(0);
    });
    expect(pack()).toHaveLength(28_000);
    await disk.free();
    storage.close();
  });
});

describe('an edition whose bodies waited on a disk', () => {
  it('has the bytes of one that was made in memory', async () => {
    const sources = { entries: await readContent(join(fixtures, 'site')), assets: await readAssets(repositoryRoot) };
    const storage = openSpillFile(await temporaryFolder(), 0);
    const [inMemory, onDisk] = [compile(sources).edition, compile(sources, { storage }).edition];
    expect(onDisk?.manifest).toEqual(inMemory?.manifest);
    for (const [path, content] of inMemory?.files ?? [])
      expect(Buffer.compare(onDisk?.files.get(path) ?? Buffer.of(), content), path).toBe(0);
    storage.close();
  });
});
