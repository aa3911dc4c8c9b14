// A name in a request is looked up in a table and never becomes a file path: the answer to any unknown name is the usual 404.
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
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

/** All of them are valid encodings, or are used unchanged. */
const names: [title: string, name: () => string][] = [
  ['an absolute path', () => encodeURIComponent(outside)],
  ['a path from the working directory', () => encodeURIComponent(relative(process.cwd(), outside))],
  ['a path out of the edition', () => encodeURIComponent('../../canary.md')],
  ['a path to a known file of the system', () => encodeURIComponent(`${'../'.repeat(20)}etc/passwd`)],
  ['dots', () => '%2e%2e%2f%2e%2e%2fcanary.md'],
  ['backslashes', () => '..%5c..%5ccanary.md'],
  ['a manifest', () => 'manifest.json'],
  ['a pointer', () => '..%2fcurrent'],
  ['a file URL', () => encodeURIComponent(`file://${outside}`)],
  ['a NUL', () => 'teapot%00.md'],
  ['a line end', () => 'teapot%0d%0aX-Evil:%201'],
  ['full-width dots', () => '%ef%bc%8e%ef%bc%8e%2fcanary'],
  ['text that runs backwards', () => 'teapot%e2%80%ae'],
  ['another case', () => 'TEAPOT'],
  ['a space behind', () => 'teapot%20'],
  ['7,000 characters', () => 'a'.repeat(7_000)],
  ['__proto__', () => '__proto__'],
  ['hasOwnProperty', () => 'hasOwnProperty'],
];

const answerAt = (path: string) => answerTo(server.port, getText(path));

test.each(names)('an article called %s gets the usual 404', async (_title, name) => {
  const { status, text } = await answerAt(`/api/v1/articles/${name()}`);
  const { error, meta } = JSON.parse(text);
  expect([status, error.code, Object.keys(error).sort()]).toEqual([404, 'NOT_FOUND', ['code', 'hint', 'message']]);
  expect((await server.get(meta.nextStep.slice('GET '.length))).status).toBe(200);
  for (const inside of [canary, edition]) expect(text).not.toContain(inside);
});

const places = ['/articles/', '/zh/articles/', '/en/domains/', '/docs/', '/assets/', '/llms/', '/'];

test.each(names)('below every other path %s is a 404', async (_title, name) => {
  for (const place of places) {
    const { status, text } = await answerAt(place + name());
    expect(status, place).toBe(404);
    for (const inside of [canary, edition]) expect(text).not.toContain(inside);
  }
});

test.each(['%c0%ae%c0%ae%2fcanary.md', '%', '%ff', '%E0%A4%A'])('%s, which is not UTF-8, is refused', async (name) => {
  for (const place of ['/api/v1/articles/', ...places]) {
    const { status, text } = await answerAt(place + name);
    expect([place, status, JSON.parse(text).error.code]).toEqual([place, 400, 'VALIDATION_ERROR']);
  }
});
