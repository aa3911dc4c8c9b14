// Answers the questions of `stele new` on a pseudo-terminal, which `script` of util-linux provides.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readContent } from '../../build/read.ts';
import { readDraft } from '../../build/source/draft.ts';
import { toArticle } from '../../build/source/source-article.ts';
import { articleText, contentOf } from '../site.ts';
import { hasTerminal, keys, onTerminal } from './terminal.ts';

const good = { 'mcp/teapot.md': articleText({ enTitle: 'Why a teapot drips', fields: { aliases: '[old-pot]' } }) };

async function fieldsOf(content: string, path: string) {
  const entry = (await readContent(content)).find((one) => one.path === path);
  return entry === undefined ? undefined : toArticle(readDraft(entry))?.fields;
}

describe.runIf(hasTerminal)('stele new on a terminal', () => {
  const ask = (content: string, given: string[] = []) => onTerminal(['new', ...given, '--content', content]);

  it('asks for every field, and if a slug is taken, says so before it asks for the next field', async () => {
    const content = await contentOf(good);
    const session = ask(content, ['--locale', 'zh']);
    expect(await session.shows('scenarios')).toContain('模型上下文协议 · Model Context Protocol');
    session.type(keys.down + keys.enter);
    await session.shows('中文标题（');
    session.type(`漏水的“茶壶”：原因 #1${keys.enter}`);
    await session.shows('英文标题（');
    session.type(`Teapot${keys.enter}`);
    await session.shows('slug：');
    session.type(keys.enter);
    await session.shows('slug teapot 已被 mcp/teapot.md 占用');
    session.type(`${keys.controlU}teapot-2${keys.enter}`);
    expect(await session.shows('仍要另写一篇吗')).toContain('mcp/teapot.md  茶壶  Why a teapot drips');
    session.type(keys.enter);
    await session.shows('中文摘要');
    session.type(keys.enter);
    await session.shows('英文摘要');
    session.type(`A "summary": yes${keys.enter}`);
    await session.shows('标签');
    session.type(`tea，water${keys.enter}`);
    await session.shows('high');
    session.type(keys.down + keys.enter);
    await session.shows('已写入');
    expect(await session.exited).toBe(0);
    const fields = await fieldsOf(content, 'mcp/teapot-2.md');
    expect(fields).toMatchObject({
      title: { zh: '漏水的“茶壶”：原因 #1', en: 'Teapot' },
      summary: { zh: '用一段话说明本文回答什么问题。', en: 'A "summary": yes' },
      tags: ['tea', 'water'],
      riskLevel: 'medium',
    });
  });

  it('asks only for fields that no option gives', async () => {
    const content = await contentOf(good);
    const session = ask(content, [
      ...['mcp/kettle', '--title-zh', '水壶', '--title-en', 'Kettle', '--summary-zh', '水壶。', '--tags', 'tea'],
      ...['--risk', 'low'],
    ]);
    await session.shows('Summary in English');
    session.type(`About kettles.${keys.enter}`);
    expect(await session.shows('wrote')).not.toContain('Domain');
    expect(await session.exited).toBe(0);
    expect((await fieldsOf(content, 'mcp/kettle.md'))?.summary).toEqual({ zh: '水壶。', en: 'About kettles.' });
  });

  it('asks nothing with --yes', async () => {
    const content = await contentOf(good);
    await ask(content, ['mcp/kettle', '--yes']).shows('wrote');
    expect(await readdir(join(content, 'mcp'))).toEqual(['kettle.md', 'teapot.md']);
  });

  const similar = ['mcp/drips', '--title-zh', '茶壶', '--title-en', 'Teapot drips'];
  it.each([
    ['Ctrl-C', [], 'Domain', keys.controlC],
    ['Ctrl-D', [], 'Domain', keys.controlD],
    ['a similar article that the author declines', similar, 'Write a new article anyway?', 'n'],
  ])('writes nothing after %s, and ends with 130', async (_name, given, question, key) => {
    const content = await contentOf(good);
    const session = ask(content, given);
    await session.shows(question);
    session.type(key);
    await session.shows('cancelled; nothing was written');
    expect(await session.exited).toBe(130);
    expect(await readdir(content, { recursive: true })).toEqual(['mcp', 'mcp/teapot.md']);
  });
});
