import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { publishedWith } from '../build/sources.ts';
import { pointedAt } from '../server/edition-folder.ts';
import { articleText, contentOf, copyOf, publishFolder, temporaryFolder } from '../site.ts';
import { stele } from './command.ts';

const verification = `[{ verifier: Li Wei, result: passed, at: 2026-05-01T00:00:00Z, digest: ${publishedWith({}).digest} }]`;
const first = {
  'mcp/teapot.md': articleText({ fields: { verification } }),
  'agent/kettle.md': articleText({ id: 'art_kettle' }),
  'skill/lemon.md': articleText({ id: 'art_lemon', zhTitle: '柠檬', enTitle: 'Lemon' }),
};
const second = {
  'mcp/teapot.md': articleText({ fields: { verification, riskLevel: 'medium' }, en: '## Cause\n\nSurface tension.' }),
  'agent/boiler.md': articleText({ id: 'art_kettle', fields: { aliases: '[kettle]' } }),
  'foundation/spoon.md': articleText({ id: 'art_spoon', zhTitle: '勺子', enTitle: 'Spoon' }),
};

let out: string;
let earlier: string;
let later: string;
beforeAll(async () => {
  out = await publishFolder(await contentOf(first));
  earlier = await pointedAt(out);
  await publishFolder(await contentOf(second), out);
  later = await pointedAt(out);
});

const diff = (given: string[], folder = out) => stele(['diff', ...given, '--edition', folder]);

describe('stele diff', () => {
  it('shows the changes from the previous edition to the current one', async () => {
    const { code, stdout, stderr } = await diff([]);
    expect([code, stderr]).toEqual([0, '']);
    const [head, ...lines] = stdout.split('\n');
    const time = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ';
    expect(head).toMatch(new RegExp(`^${earlier.slice(0, 12)} \\(${time}\\) → ${later.slice(0, 12)} \\(${time}\\)$`));
    expect(lines).toEqual([
      'what     article                      trust                          changes',
      'added    foundation/spoon             unverified 30%                 Spoon',
      'removed  skill/lemon                  unverified 30%                 Lemon',
      'renamed  agent/kettle → agent/boiler  unverified 30%                 slug, aliases',
      'changed  mcp/teapot                   verified 64% → unverified 30%  body (English only), risk low → medium; the text changed after its verification',
      '1 article added, 1 removed, 2 changed',
      '',
    ]);
  });

  it('shows the changes in Chinese with --locale zh', async () => {
    const { stdout } = await diff(['--locale', 'zh']);
    expect(stdout.split('\n').slice(1)).toEqual([
      '类别  文章                         可信度                   变化',
      '新增  foundation/spoon             未验证 30%               勺子',
      '删除  skill/lemon                  未验证 30%               柠檬',
      '改名  agent/kettle → agent/boiler  未验证 30%               slug、别名',
      '改动  mcp/teapot                   已验证 64% → 未验证 30%  正文（仅英文）、风险 low → medium；验证之后文本有改动',
      '新增 1 篇，删除 1 篇，改动 2 篇',
      '',
    ]);
  });

  it('prints one JSON document with --format json', async () => {
    const { code, stdout } = await diff(['previous', 'current', '--format', 'json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      from: { buildId: earlier, articles: 3, publishedAt: expect.stringMatching(/^\d{4}-.*Z$/) },
      to: { buildId: later, articles: 3 },
      added: [{ slug: 'spoon' }],
      removed: [{ slug: 'lemon' }],
      changed: [
        { before: { slug: 'kettle' }, after: { slug: 'boiler' }, trustReason: null },
        {
          before: { verificationStatus: 'verified' },
          after: { verificationStatus: 'unverified' },
          parts: [{ part: 'content', languages: ['en'] }, { part: 'riskLevel' }],
          trustReason: 'text',
        },
      ],
    });
  });

  it('accepts whole or abbreviated buildIds in any order, and compares a single edition with the current one', async () => {
    const { stdout } = await diff([later.slice(0, 8), earlier, '--format', 'json']);
    expect(JSON.parse(stdout)).toMatchObject({ from: { buildId: later }, added: [{ slug: 'lemon' }] });
    const alone = await diff([earlier.slice(0, 12), '--format', 'json']);
    expect(JSON.parse(alone.stdout)).toMatchObject({ from: { buildId: earlier }, to: { buildId: later } });
  });

  it('ends with 0 when no article differs, and explains why the buildIds differ', async () => {
    const same = await diff(['current', later]);
    expect([same.code, same.stdout]).toEqual([0, expect.stringContaining('\nthey are the same edition\n')]);
    const folder = await publishFolder(await contentOf(first));
    await publishFolder(await contentOf({ ...first, 'site.yaml': 'name: { zh: 茶室, en: Tea room }\n' }), folder);
    const stdout = expect.stringContaining('\nall articles are the same; guides, pages or the compiler differ\n');
    expect(await diff([], folder)).toMatchObject({ code: 0, stdout });
  });

  it('orders editions by their last publication, so that one published again is the newest', async () => {
    const folder = await copyOf(out);
    await publishFolder(await contentOf(first), folder);
    const { stdout } = await diff(['--format', 'json'], folder);
    expect(JSON.parse(stdout)).toMatchObject({ from: { buildId: later }, to: { buildId: earlier } });
  });
});

describe('an error of stele diff', () => {
  it.each([
    ['0000000', 'no edition named 0000000 is kept.'],
    ['abc', '"abc" is not the name of an edition; give a buildId or its first hexadecimal digits, at least 4, or '],
    ['../../etc', '"../../etc" is not the name of an edition; '],
  ])('lists the kept editions for the unknown name %j', async (name, said) => {
    const { code, stdout, stderr } = await diff([name]);
    expect([code, stdout, stderr.startsWith(`stele: ${said}`)]).toEqual([2, '', true]);
    const [newer, older] = [later.slice(0, 12), earlier.slice(0, 12)];
    expect(stderr).toMatch(new RegExp(` Kept, newest first: ${newer} \\(current\\), ${older}\n$`));
  });

  it('asks for more digits if several buildIds begin with the given ones', async () => {
    const folder = await copyOf(out);
    const twin = `${later.slice(0, 20)}${'0'.repeat(44)}`;
    await mkdir(join(folder, 'editions', twin));
    const { code, stderr } = await diff([later.slice(0, 10)], folder);
    expect(code).toBe(2);
    for (const name of [later, twin]) expect(stderr).toContain(name.slice(0, 14));
    expect(stderr).toMatch(/^stele: [0-9a-f]{10} could be [0-9a-f]{14} or [0-9a-f]{14}; give more digits\n$/);
  });

  it('says that there is no earlier edition, and lists the only kept edition', async () => {
    const { code, stderr } = await diff(['--locale', 'zh'], await publishFolder(await contentOf(first)));
    const said = /^stele: 没有比当前版本更早的版本。保留的版本，从新到旧：[0-9a-f]{12}（current）\n$/;
    expect([code, stderr]).toEqual([2, expect.stringMatching(said)]);
  });

  it('names the command for building if no edition was published', async () => {
    const folder = await temporaryFolder();
    const stderr = `stele: there is no published edition in ${folder}; build one first: npm run build -- --out ${folder}\n`;
    expect(await diff([], folder)).toEqual({ code: 2, stdout: '', stderr });
  });

  it('names a damaged edition and the damaged file', async () => {
    const folder = await copyOf(out);
    const pack = join(folder, 'editions', earlier, 'bodies', '0000.pack');
    await writeFile(pack, (await readFile(pack)).fill('x', 100, 101));
    const { code, stderr } = await diff([earlier, later], folder);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^stele: edition [0-9a-f]{12} is damaged, or was written by another version .*: bodies\/0000/,
    );
    expect(stderr).toContain(earlier.slice(0, 12));
  });
});
