import { beforeAll, describe, expect, it } from 'vitest';
import { articleText, contentOf, publishFolder } from '../site.ts';
import { stele } from './command.ts';

let edition: string;
beforeAll(async () => {
  const files = {
    'mcp/teapot.md': articleText({
      zh: '## 壶盖\n\n企鹅不会打开壶盖。',
      en: '## The lid\n\nPenguins cannot open the lid.',
    }),
  };
  edition = await publishFolder(await contentOf(files));
});

const ask = (...given: string[]) => stele(['ask', ...given]);

describe('stele ask', () => {
  it('prints passages with their trust and citation', async () => {
    const { code, stdout, stderr } = await ask('can penguins open the lid', '--edition', edition, '--locale', 'en');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^\[1\] Teapot\n {4}unverified · \d+ · risk low\n {4}teapot@[0-9a-f]{12}#the-lid\n\n## The lid\n\nPenguins cannot open the lid\.\n/,
    );
    expect(stdout).toMatch(/\n1 passage, \d+ tokens; 1 matching article in all\.\n$/);
  });

  it('answers in the language of the question, or in the requested one', async () => {
    const { stdout } = await ask('企鹅能打开壶盖吗', '--edition', edition, '--locale', 'zh');
    expect(stdout).toContain('企鹅不会打开壶盖。');
    expect(stdout).toContain('共有 1 篇文章匹配');
    expect((await ask('企鹅能打开壶盖吗', '--edition', edition, '--lang', 'en')).stdout).toContain('Penguins cannot');
  });

  it('prints which words of a pasted log it searched for', async () => {
    const log = `the lid\n${'at frame (/srv/zzzz.js:12:3)\n'.repeat(20)}`;
    const { stdout } = await ask(log, '--edition', edition, '--locale', 'en');
    expect(stdout).toMatch(/(?:^|\n)Searched for: lid\n/);
  });

  it('prints the answer as JSON', async () => {
    const { stdout } = await ask('can penguins open the lid', '--json', '--edition', edition);
    expect(JSON.parse(stdout).passages[0]).toMatchObject({ slug: 'teapot', section: 'the-lid' });
  });

  it('ends with 1 when no article answers the question', async () => {
    const { code, stdout } = await ask('zzzzqqqq', '--edition', edition, '--locale', 'en');
    expect([code, stdout]).toEqual([
      1,
      'Nothing here answers this question. No article has: zzzzqqqq. Ask again with other words.\n',
    ]);
  });

  it('advises to write -- before a question that begins with a hyphen', async () => {
    const { code, stderr } = await ask('-32601 method not found', '--edition', edition);
    expect([code, stderr]).toEqual([2, expect.stringContaining('put -- before a question that begins with -')]);
    expect((await ask('--edition', edition, '--', '-teapot')).code).toBe(0);
  });

  it.each([
    [['tea', '--max-tokens', '10'], '--max-tokens is "10"; it takes a whole number from 50 to 20000'],
    [[' '], 'the question must have 1 to 4096 characters'],
  ])('ends with 2 and one sentence for the arguments %j', async (given, sentence) => {
    const { code, stdout, stderr } = await ask(...given, '--locale', 'en');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(/\n {4}at /);
  });
});
