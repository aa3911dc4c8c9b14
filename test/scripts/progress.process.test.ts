// Where and when progress is shown: with a clock of the test's own, and by the real command on long content.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { showProgress } from '../../scripts/progress.ts';
import { articleText, contentOf, temporaryFolder } from '../site.ts';
import { cleanEnvironment, program, stele } from './command.ts';
import { hasTerminal, onTerminal } from './terminal.ts';

const work = { doing: { zh: '正在编译', en: 'compiling' }, after: { zh: '组装', en: 'assembling' } };
const erase = '\u001b[K';

interface Screen {
  isTTY: boolean;
  columns?: number;
}

/** What is written when files are done at these times; the clock begins at 1000. */
function written({ isTTY, columns = 100 }: Screen, times: number[], total = times.length, locale: 'zh' | 'en' = 'en') {
  const chunks: string[] = [];
  let nowMs = 1000;
  const stream = { isTTY, columns, write: (text: string) => chunks.push(text) > 0 };
  const progress = showProgress(work, { locale, silent: false, stream, now: () => nowMs });
  times.forEach((at, done) => {
    nowMs = 1000 + at;
    progress.update(done + 1, total);
  });
  progress.end();
  return chunks;
}

const every = (ms: number, until: number): number[] => Array.from({ length: until / ms }, (_, at) => (at + 1) * ms);

describe('progress on a terminal', () => {
  it('rewrites one line, at most ten times a second, and clears it', () => {
    const chunks = written({ isTTY: true }, every(10, 2000), 1000);
    expect(chunks[0]).toBe(`\rcompiling 30 of 1,000 files${erase}`);
    expect(chunks.at(-2)).toBe(`\rcompiling 200 of 1,000 files · 100/s · 8 s left${erase}`);
    expect(chunks.at(-1)).toBe(`\r${erase}`);
    expect(chunks.length).toBe(18 + 1);
    expect(chunks.join('')).not.toContain('\n');
  });

  it('says at once what follows the last file', () => {
    expect(written({ isTTY: true }, every(10, 410)).at(-2)).toBe(`\r41 files done, assembling${erase}`);
  });

  it('shows nothing of a run that is over at once', () => {
    expect(written({ isTTY: true }, every(10, 290))).toEqual([]);
  });

  it.each([
    ['en', '\rcompiling 30 of 1,0'],
    ['zh', '\r正在编译：第 30 个'],
  ] as const)('is cut to the width of a narrow one, in %s', (locale, line) => {
    expect(written({ isTTY: true, columns: 20 }, every(10, 300), 1000, locale)[0]).toBe(line + erase);
  });
});

describe('progress elsewhere', () => {
  it('is a plain line every five seconds, and none before', () => {
    expect(written({ isTTY: false }, every(100, 4900), 1000)).toEqual([]);
    expect(written({ isTTY: false }, every(100, 12_000), 1000)).toEqual([
      'compiling 50 of 1,000 files · 10/s · 2 min left\n',
      'compiling 100 of 1,000 files · 10/s · 90 s left\n',
    ]);
  });
});

/** Articles that take far longer than five seconds to compile; a test waits for what is said first, and ends the command. */
async function longContent(): Promise<string> {
  const paragraphs = Array.from({ length: 150 }, (_, at) => `The *teapot* number ${at} has \`spouts\`, [two](#cause).`);
  const en = `## Cause\n\n${paragraphs.join('\n\n')}`;
  const files = Array.from({ length: 2000 }, (_, at): [string, string] => [
    `mcp/teapot-${at}.md`,
    articleText({ id: `art_teapot${at}`, en }),
  ]);
  return contentOf(Object.fromEntries(files));
}

/** The first thing that a command writes on standard error, which is no terminal. */
function firstErrorOutput(given: string[]): Promise<string> {
  const child = spawn(process.execPath, [program, ...given], { env: cleanEnvironment() });
  onTestFinished(() => void child.kill('SIGKILL'));
  return new Promise((resolve, reject) => {
    child.stderr.once('data', (chunk: Buffer) => resolve(chunk.toString('utf8')));
    child.once('close', (code) => reject(new Error(`ended with ${code} before it said anything`)));
  });
}

describe('a long build', () => {
  it('says after five seconds how far it is', async () => {
    const content = await longContent();
    const started = performance.now();
    const said = await firstErrorOutput(['build', '--content', content, '--out', await temporaryFolder()]);
    expect(said).toMatch(/^compiling \d+ of 2,000 files · [\d.]+\/s · \d+ (s|min) left\n$/);
    expect(performance.now() - started).toBeGreaterThan(5000);
  });

  it.runIf(hasTerminal)('rewrites a line on a terminal', async () => {
    const session = onTerminal(['check', '--content', await longContent(), '--locale', 'zh']);
    await session.shows('约剩');
    const lines = session.raw().split(erase);
    expect(lines.at(-2)).toMatch(/\r正在检查：第 \d+ 个文件，共 2,000 个 · 每秒 [\d.]+ 个 · 约剩 \d+ (秒|分钟)$/);
  });
});

describe('--quiet', () => {
  const good = { 'mcp/teapot.md': articleText() };

  it('prints messages and nothing else', async () => {
    const content = await contentOf(good);
    const out = ['--out', join(await temporaryFolder(), 'out')];
    for (const given of [['build', ...out], ['build', ...out], ['check']]) {
      const { code, stdout, stderr } = await stele([...given, '--quiet', '--content', content]);
      expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
    }
    const broken = await contentOf({ 'mcp/teapot.md': articleText({ fields: { riskLevel: 'boiling' } }) });
    const { code, stdout, stderr } = await stele(['build', ...out, '--quiet', '--content', broken]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('[front-matter-schema]');
  });
});
