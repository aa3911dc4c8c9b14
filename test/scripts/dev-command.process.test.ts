import { spawn } from 'node:child_process';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openBrowser } from '../browser.ts';
import { articleText, contentOf } from '../site.ts';
import { cleanEnvironment, program } from './command.ts';

interface Writing {
  origin: string;
  content: string;
  /** All it printed so far. */
  output: () => string;
  end: () => Promise<number | null>;
}

/** Starts `stele dev` on a folder of its own and waits until it serves. */
async function steleDev(files: Record<string, string>, more: string[] = []): Promise<Writing> {
  const content = await contentOf(files);
  const child = spawn(process.execPath, [program, 'dev', '--content', content, '--port', '0', ...more], {
    env: cleanEnvironment(),
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const origin = await until(() => /https?:\/\/[\d.:]+/.exec(output)?.[0], `stele dev to serve: ${output}`);
  return {
    origin,
    content,
    output: () => output,
    end: () => {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

/** Looks again and again until there is something to see. */
async function until<Found>(
  look: () => Promise<Found | undefined> | Found | undefined,
  what: string | (() => string),
): Promise<Found> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`waited in vain for ${typeof what === 'string' ? what : what()}`);
}

const teapot = (en: string, fields: Record<string, string> = {}) => articleText({ en: `## Cause\n\n${en}`, fields });
const markdown = async ({ origin }: Writing, slug = 'teapot'): Promise<string> =>
  (await fetch(`${origin}/articles/${slug}.md`)).text();
/** The first event of the stream: the state of things. */
async function state({ origin }: Writing): Promise<{ buildId: string; messages: { rule: string; path: string }[] }> {
  const response = await fetch(`${origin}/_dev/events`);
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  const data = /^data: (.*)$/m.exec(new TextDecoder().decode(value))?.[1] ?? 'null';
  return JSON.parse(data);
}

describe('stele dev', () => {
  it('serves an edit as soon as it is saved, in whatever way an editor saves it', async () => {
    const writing = await steleDev({ 'mcp/teapot.md': teapot('One.') });
    const path = join(writing.content, 'mcp/teapot.md');
    await writeFile(path, teapot('Two.'));
    await until(
      async () => ((await markdown(writing)).includes('Two.') ? true : undefined),
      'an edit written in place',
    );
    await writeFile(join(writing.content, 'mcp/.teapot.md.swp'), teapot('Three.'));
    await rename(join(writing.content, 'mcp/.teapot.md.swp'), path);
    await until(
      async () => ((await markdown(writing)).includes('Three.') ? true : undefined),
      'an edit renamed over it',
    );
    expect(await writing.end()).toBe(0);
  });

  it('takes up new articles, in new folders too, and drops those that are gone', async () => {
    const writing = await steleDev({ 'mcp/teapot.md': teapot('One.') });
    const found = async () => (await fetch(`${writing.origin}/api/v1/articles/kettle`)).status;
    expect(await found()).toBe(404);
    const { content } = writing;
    await rename(await contentOf({ 'kettle.md': articleText({ id: 'art_kettle' }) }), join(content, 'agent'));
    await until(async () => ((await found()) === 200 ? true : undefined), 'a new folder');
    await rm(join(content, 'agent'), { recursive: true });
    await until(async () => ((await found()) === 404 ? true : undefined), 'the folder to be gone');
  });

  it('serves the last good edition while there is an error, and tells of it in the terminal and to open pages', async () => {
    const writing = await steleDev({ 'mcp/teapot.md': teapot('One.') });
    const path = join(writing.content, 'mcp/teapot.md');
    const before = await state(writing);
    expect(before.messages).toEqual([]);
    await writeFile(path, teapot('Two.', { riskLevel: 'boiling' }));
    const now = await until(async () => {
      const told = await state(writing);
      // A slow disk may show the file empty for longer than the last look waits; that is told too, and then replaced.
      return told.messages.some(({ rule }) => rule === 'front-matter-schema') ? told : undefined;
    }, 'the error');
    expect(now).toMatchObject({
      buildId: before.buildId,
      messages: [{ rule: 'front-matter-schema', path: 'mcp/teapot.md' }],
    });
    await until(
      () => (writing.output().includes('the last good edition is still served') ? true : undefined),
      'the error in the terminal',
    );
    await until(
      () => (writing.output().includes('mcp/teapot.md:8:12 error [front-matter-schema]') ? true : undefined),
      'the place of the error',
    );
    expect(await markdown(writing)).toContain('One.');
    await writeFile(path, teapot('Two.'));
    await until(async () => ((await markdown(writing)).includes('Two.') ? true : undefined), 'the mended article');
    expect((await state(writing)).messages).toEqual([]);
  });

  it('starts with content that never compiled, and serves it once it does', async () => {
    const writing = await steleDev({ 'mcp/teapot.md': teapot('One.', { riskLevel: 'boiling' }) });
    expect((await fetch(`${writing.origin}/en/`)).status).toBe(200);
    expect((await state(writing)).messages).toHaveLength(1);
    await writeFile(join(writing.content, 'mcp/teapot.md'), teapot('One.'));
    await until(async () => ((await markdown(writing)).includes('One.') ? true : undefined), 'the mended article');
  });

  it.each([
    ['--port', (port: string) => ({ options: ['--port', port], env: {} })],
    ['METRICS_PORT', (port: string) => ({ options: ['--port', '0'], env: { METRICS_PORT: port } })],
  ])('says in one line that the port of %s is in use, and ends with 2', async (name, given) => {
    const first = await steleDev({ 'mcp/teapot.md': teapot('One.') });
    const { port } = new URL(first.origin);
    const { options, env } = given(port);
    const content = await contentOf({ 'mcp/teapot.md': teapot('One.') });
    const second = spawn(process.execPath, [program, 'dev', '--content', content, ...options], {
      env: { ...cleanEnvironment(), ...env },
    });
    let told = '';
    second.stderr.on('data', (chunk) => (told += String(chunk)));
    const code = await new Promise((resolve) => second.once('exit', resolve));
    expect([code, told]).toEqual([2, `stele: port ${port} on 127.0.0.1 is in use; choose another with ${name}\n`]);
  });

  it('reloads an open page when an edit is saved, and shows errors over it in its language', async (context) => {
    const browser = await openBrowser(context);
    const writing = await steleDev({ 'mcp/teapot.md': teapot('One.') });
    const path = join(writing.content, 'mcp/teapot.md');
    const page = await browser.newPage();
    const complaints: string[] = [];
    // Browsers ask for an icon of their own accord.
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.location().url.endsWith('/favicon.ico'))
        complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${writing.origin}/en/articles/teapot`);
    await writeFile(path, teapot('Two.'));
    await page.getByText('Two.').waitFor();
    await writeFile(path, teapot('Three.', { riskLevel: 'boiling' }));
    const overlay = page.getByRole('alert');
    await overlay.filter({ hasText: 'mcp/teapot.md:8:12' }).waitFor();
    expect(await overlay.textContent()).toContain('expected one of low, medium, high');
    expect(await page.getByText('Two.').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await overlay.isVisible()).toBe(false);
    await page.goto(`${writing.origin}/zh/articles/teapot`);
    await overlay.filter({ hasText: '还不能构建' }).waitFor();
    await writeFile(path, articleText({ zh: '## 原因\n\n水流下来了。' }));
    await page.getByText('水流下来了。').waitFor();
    expect(await overlay.isVisible()).toBe(false);
    expect(complaints).toEqual([]);
  });
});
