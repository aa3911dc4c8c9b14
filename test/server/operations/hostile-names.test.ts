// The server looks a name up in a table and never uses it as a file path. Any unknown name gets the usual 404.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../../server.ts';
import { temporaryFolder } from '../../site.ts';
import { answerTo, getText } from '../raw.ts';
import { smallEdition } from '../small-site.ts';

const canary = 'The canary sings of what lies outside.';

const outside = join(await temporaryFolder(), 'canary.md');
await writeFile(outside, canary);
const edition = await smallEdition();
await writeFile(join(edition, 'canary.md'), canary);
const server = await startServer(edition);

/** Names as they stand in a path, with valid percent-encoding. */
const names: [title: string, name: string][] = [
  ['an absolute path', encodeURIComponent(outside)],
  ['a path out of the edition', encodeURIComponent('../../canary.md')],
  ['a path of encoded dots', '%2e%2e%2f%2e%2e%2fcanary.md'],
  ['a path that is encoded twice', '%252e%252e%252fcanary.md'],
  ['the name of the manifest', 'manifest.json'],
  ['the path of the pointer', '..%2fcurrent'],
  ['a file URL', encodeURIComponent(`file://${outside}`)],
  ['a slug with a NUL', 'teapot%00.md'],
  ['a slug in upper case', 'TEAPOT'],
  ['7,000 characters', 'a'.repeat(7_000)],
  ['__proto__', '__proto__'],
];

const answerAt = (path: string) => answerTo(server.port, getText(path));

test.each(names)('%s in place of a slug gets the usual 404', async (_title, name) => {
  const { status, text } = await answerAt(`/api/v1/articles/${name}`);
  const { error, meta } = JSON.parse(text);
  expect([status, error.code, Object.keys(error).sort()]).toEqual([404, 'NOT_FOUND', ['code', 'hint', 'message']]);
  expect((await server.get(meta.nextStep.slice('GET '.length))).status).toBe(200);
  for (const inside of [canary, edition]) expect(text).not.toContain(inside);
});

const places = ['/articles/', '/zh/articles/', '/en/domains/', '/docs/', '/assets/', '/llms/', '/'];

test.each(names)('%s as the name of a page, a domain or a file gets 404', async (_title, name) => {
  for (const place of places) {
    const { status, text } = await answerAt(place + name);
    expect(status, place).toBe(404);
    for (const inside of [canary, edition]) expect(text).not.toContain(inside);
  }
});
