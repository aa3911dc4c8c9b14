import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { articleText, contentOf } from '../site.ts';
import { steleProcess } from './command.ts';
import { type Dev, steleDev, teapot } from './dev.ts';

const markdown = async ({ origin }: Dev): Promise<string> => (await fetch(`${origin}/articles/teapot.md`)).text();
const statusOf = async ({ origin }: Dev, slug: string): Promise<number> =>
  (await fetch(`${origin}/api/v1/articles/${slug}`)).status;

it('stele dev notices files that are saved, replaced by a rename, added in a new folder or removed', async () => {
  const dev = await steleDev({ 'mcp/teapot.md': teapot('One.') });
  const path = join(dev.content, 'mcp/teapot.md');
  let { buildId } = await dev.receives(() => true);
  /** Resolves when the server serves another edition than before. */
  const rebuilt = async (): Promise<void> => {
    const before = buildId;
    ({ buildId } = await dev.receives((state) => state.buildId !== before && state.messages.length === 0));
  };
  await writeFile(path, teapot('Two.'));
  await rebuilt();
  expect(await markdown(dev)).toContain('Two.');
  await writeFile(join(dev.content, 'mcp/.teapot.md.swp'), teapot('Three.'));
  await rename(join(dev.content, 'mcp/.teapot.md.swp'), path);
  await rebuilt();
  expect(await markdown(dev)).toContain('Three.');
  await rename(await contentOf({ 'kettle.md': articleText({ id: 'art_kettle' }) }), join(dev.content, 'agent'));
  await rebuilt();
  expect(await statusOf(dev, 'kettle')).toBe(200);
  await rm(join(dev.content, 'agent'), { recursive: true });
  await rebuilt();
  expect(await statusOf(dev, 'kettle')).toBe(404);
  expect(await dev.end()).toBe(0);
});

it('stele dev starts although content does not compile, and sends errors to terminal and pages', async () => {
  const dev = await steleDev({ 'mcp/teapot.md': teapot('One.', { riskLevel: 'boiling' }) });
  expect((await fetch(`${dev.origin}/en/`)).status).toBe(200);
  await dev.prints(/mcp\/teapot\.md:8:12 error \[front-matter-schema\]/);
  const path = join(dev.content, 'mcp/teapot.md');
  await writeFile(path, teapot('One.'));
  const good = await dev.receives(({ messages }) => messages.length === 0);
  await writeFile(path, teapot('Two.', { riskLevel: 'boiling' }));
  // The server may read the file while it is still empty and first report another error.
  const faulty = await dev.receives(({ messages }) => messages.some(({ rule }) => rule === 'front-matter-schema'));
  expect(faulty).toMatchObject({ buildId: good.buildId, messages: [{ path: 'mcp/teapot.md' }] });
  await dev.prints(/the last good edition is still served/);
  expect(await markdown(dev)).toContain('One.');
});

it('stele dev ends with 2 and one line when a port is in use', async () => {
  const { origin, content } = await steleDev({ 'mcp/teapot.md': teapot('One.') });
  const { port } = new URL(origin);
  const given = ['dev', '--content', content, '--port'];
  const inUse = (name: string) => ({
    code: 2,
    stderr: `stele: port ${port} on 127.0.0.1 is in use; choose another with ${name}\n`,
  });
  expect(await steleProcess([...given, port])).toMatchObject(inUse('--port'));
  expect(await steleProcess([...given, '0'], { METRICS_PORT: port })).toMatchObject(inUse('METRICS_PORT'));
});
