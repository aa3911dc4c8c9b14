// Kills a process that publishes, again and again, at moments nobody chose.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as moment } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { serialize } from 'node:v8';
import { expect, it } from 'vitest';
import { publishEdition } from '../../build/write.ts';
import { repositoryRoot, temporaryFolder } from '../site.ts';
import { editionAbout, editionsIn, faultsIn } from './editions.ts';

const kills = 24;
const keep = 2;
const editions = ['Tea', 'Pot', 'Lid'].map(editionAbout);

/** Publishes the editions in turn, as fast as it can, and says when it begins. */
const program = `
  import { readFileSync } from 'node:fs';
  import { deserialize } from 'node:v8';
  const [module, out, file] = process.argv.slice(1);
  const { publishEdition } = await import(module);
  const editions = deserialize(readFileSync(file));
  process.stdout.write('begins');
  for (let turn = Number(process.hrtime.bigint() % 3n); ; turn += 1)
    await publishEdition(out, editions[turn % editions.length], { keep: ${keep} });
`;

it(`leaves a whole edition served, whenever the publisher is killed (${kills} times)`, async () => {
  const out = await temporaryFolder();
  const file = join(await temporaryFolder(), 'editions');
  // What is kept of earlier builds is read when it is asked for; here there is nothing of that kind.
  await writeFile(file, serialize(editions.map((edition) => ({ ...edition, files: new Map(edition.files) }))));
  await publishEdition(out, editions[0] ?? editionAbout('Tea'), { keep });
  const module = pathToFileURL(join(repositoryRoot, 'dist/js/build/write.js')).href;
  let interrupted = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program, module, out, file]);
    const ended = once(child, 'exit');
    await Promise.race([once(child.stdout, 'data'), ended]);
    const delayMs = Math.random() * 60;
    await moment(delayMs);
    child.kill('SIGKILL');
    const context = `killed after ${delayMs} ms`;
    expect(await ended, context).toEqual([null, 'SIGKILL']);
    expect(await faultsIn(out), context).toEqual([]);
    expect((await readdir(out)).sort(), context).toEqual(['current', 'editions']);
    interrupted += (await editionsIn(out)).some((name) => name.startsWith('.incoming-')) ? 1 : 0;
  }
  // Otherwise no kill came at an interesting moment, and nothing was shown.
  expect(interrupted).toBeGreaterThan(0);
  await publishEdition(out, editionAbout('Cup'), { keep });
  expect(await editionsIn(out)).toHaveLength(keep);
  expect(await faultsIn(out)).toEqual([]);
});
