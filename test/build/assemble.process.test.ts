import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Edition } from '../../build/assemble.ts';
import { compile } from '../../build/compile.ts';
import {
  type BodyName,
  bodyNames,
  type CatalogueRow,
  catalogue,
  facets,
  placeOf,
} from '../../build/edition/catalogue.ts';
import { fingerprint } from '../../build/edition/hash.ts';
import { fileTable, readManifest } from '../../build/edition/manifest.ts';
import { readAssets, readContent } from '../../build/read.ts';
import type { Sources } from '../../build/source/entry.ts';
import { articleText, fixtures, pagesOf, repositoryRoot } from '../site.ts';
import { entryOf } from './sources.ts';

const siteFolder = join(fixtures, 'site');
let sources: Sources;
let edition: Edition;
beforeAll(async () => {
  sources = { entries: await readContent(siteFolder), assets: await readAssets(repositoryRoot) };
  edition = editionOf(sources);
});

function editionOf(from: Sources): Edition {
  const { edition: made, messages } = compile(from);
  if (made === undefined) throw new Error(JSON.stringify(messages));
  return made;
}
const textOf = ({ files }: Edition, path: string): string => Buffer.from(files.get(path) ?? []).toString('utf8');
const rowsOf = (of: Edition): CatalogueRow[] => catalogue.parse(JSON.parse(textOf(of, 'catalogue.json'))).articles;
function bodyOf(of: Edition, { shard, bodies }: CatalogueRow, name: BodyName): Buffer {
  const [offset, length] = placeOf(bodies, name);
  const pack = of.files.get(`bodies/${String(shard).padStart(4, '0')}.pack`) ?? new Uint8Array();
  return Buffer.from(pack.slice(offset, offset + length));
}
/** One hash over every path and byte of an edition. */
function digestOf({ files }: Edition): string {
  const hash = createHash('sha256');
  for (const [path, content] of files) hash.update(`${path} ${content.byteLength}\n`).update(content);
  return hash.digest('hex');
}

describe('the same articles', () => {
  it('give the same bytes, in whatever order a disk lists them', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...sources.entries], { minLength: sources.entries.length }), (entries) => {
        expect(digestOf(editionOf({ ...sources, entries }))).toBe(digestOf(edition));
      }),
      { numRuns: 8 },
    );
  });

  it('give the same bytes in another time zone and under another locale', () => {
    const built = (path: string): string => JSON.stringify(pathToFileURL(join(repositoryRoot, 'dist/js/build', path)));
    const program = `
      import { createHash } from 'node:crypto';
      const { compile } = await import(${built('compile.js')});
      const { readAssets, readContent } = await import(${built('read.js')});
      const assets = await readAssets(${JSON.stringify(repositoryRoot)});
      const { edition } = compile({ entries: await readContent(${JSON.stringify(siteFolder)}), assets });
      const hash = createHash('sha256');
      for (const [path, content] of edition.files) hash.update(\`\${path} \${content.byteLength}\\n\`).update(content);
      process.stdout.write(new Date(0).getHours() + ' ' + hash.digest('hex'));
    `;
    const given = ['--input-type=module', '--eval', program];
    const run = (TZ: string, LANG: string): string =>
      execFileSync(process.execPath, given, { encoding: 'utf8', env: { ...process.env, TZ, LANG, LC_ALL: LANG } });
    // Midnight in Greenwich is another hour in both places: the setting arrived.
    expect(run('Asia/Tokyo', 'tr_TR.UTF-8')).toBe(`9 ${digestOf(edition)}`);
    expect(run('America/Los_Angeles', 'C')).toBe(`16 ${digestOf(edition)}`);
  });
});

describe('an edition', () => {
  it('has a manifest that lists every other file', () => {
    const reading = readManifest(textOf(edition, 'manifest.json'));
    const others = new Map([...edition.files].filter(([path]) => path !== 'manifest.json'));
    expect(reading).toEqual({ ok: true, manifest: edition.manifest });
    expect(edition.manifest.files).toEqual(fileTable(others));
    expect(edition.buildId).toBe(edition.manifest.buildId);
  });

  it('is named after what it was made with, too: another analyser is another edition', () => {
    const { formatVersion, analyser, articles, canary } = edition.manifest;
    expect(JSON.parse(textOf(edition, 'making.json'))).toEqual({ formatVersion, analyser, articles, canary });
    expect(Object.keys(edition.manifest.files)).toContain('making.json');
  });

  it('lists its articles newest first, then by id', () => {
    const keys = rowsOf(edition).map(({ updatedAt, id }) => [-Date.parse(updatedAt), id] as const);
    expect(keys).toEqual([...keys].sort(([a, x], [b, y]) => a - b || (x < y ? -1 : 1)));
    const twins = ['b', 'c', 'a'].map((name) => entryOf(articleText({ id: `art_${name}` }), `mcp/${name}.md`));
    expect(rowsOf(editionOf({ ...sources, entries: twins })).map(({ id }) => id)).toEqual(['art_a', 'art_b', 'art_c']);
  });

  it('has every body where the catalogue says, with the fingerprint of its bytes', () => {
    for (const row of rowsOf(edition)) {
      for (const name of bodyNames) {
        const body = bodyOf(edition, row, name);
        expect(body.length).toBeGreaterThan(0);
        expect(fingerprint(body)).toBe(placeOf(row.bodies, name)[2]);
      }
      expect(JSON.parse(bodyOf(edition, row, 'item.both').toString())).toMatchObject({ id: row.id, slug: row.slug });
      expect(bodyOf(edition, row, 'markdown.en').toString()).toContain(`- **ID**: ${row.id}\n`);
      expect(bodyOf(edition, row, 'page.zh').toString()).toMatch(/^<!doctype html>\n<html lang="zh-Hans">/);
    }
  });

  it('says in a row what the article itself says', () => {
    for (const row of rowsOf(edition)) {
      const { bodies, shard, aliases, ...shown } = row;
      // The JSON is left open at its end, where a server puts the links.
      expect(JSON.parse(`${bodyOf(edition, row, 'json.both')}}`)).toMatchObject(shown);
      expect(row.digest).toMatch(/^sha256-[0-9a-f]{64}$/);
    }
  });

  it('has facets that are a partition of the articles', () => {
    const rows = rowsOf(edition);
    const { domain, verificationStatus, riskLevel } = facets.parse(JSON.parse(textOf(edition, 'facets.json')));
    for (const facet of [domain, verificationStatus, riskLevel]) {
      const positions = Object.values(facet).flat();
      expect([...positions].sort((a, b) => a - b)).toEqual(rows.map((_, position) => position));
    }
    expect(domain.agent).toHaveLength(2);
    expect(domain.tools_github).toEqual([]);
    for (const position of verificationStatus.partial ?? []) expect(rows[position]?.verificationStatus).toBe('partial');
  });

  it('holds no absolute address of its own: only slots', () => {
    const pages = Object.values(pagesOf(edition));
    const canonical = pages.flatMap((page) =>
      [...page.matchAll(/rel="canonical" href="([^"]*)"/g)].map(([, href]) => href),
    );
    expect(canonical.length).toBeGreaterThan(20);
    expect(canonical.filter((href) => !href?.startsWith('\0origin\0/'))).toEqual([]);
    for (const row of rowsOf(edition)) expect(bodyOf(edition, row, 'json.both').toString()).not.toContain('"links"');
  });

  it('names a query that finds its first article, for those who check whether search works', () => {
    const [first] = rowsOf(edition);
    expect(edition.manifest.canary).toEqual({ query: '会做计划的茶壶', slug: first?.slug });
  });

  it('divides many articles among packs, and finds each in its own', () => {
    const entries = Array.from({ length: 130 }, (_, at) =>
      entryOf(articleText({ id: `art_${at}` }), `mcp/tea-${at}.md`),
    );
    const many = editionOf({ ...sources, entries });
    const packs = [...many.files.keys()].filter((path) => path.startsWith('bodies/'));
    expect(packs).toEqual(['bodies/0000.pack', 'bodies/0001.pack', 'bodies/0002.pack', 'bodies/0003.pack']);
    const rows = rowsOf(many);
    expect(new Set(rows.map(({ shard }) => shard)).size).toBe(4);
    for (const row of rows) expect(bodyOf(many, row, 'markdown.both').toString()).toContain(`**ID**: ${row.id}\n`);
  });
});

describe('an edition without articles', () => {
  it('is whole: pages, an empty catalogue, a manifest without a canary', () => {
    const empty = editionOf({ ...sources, entries: [] });
    expect(rowsOf(empty)).toEqual([]);
    expect(empty.manifest.canary).toBeNull();
    expect(readManifest(textOf(empty, 'manifest.json')).ok).toBe(true);
    expect(Object.keys(JSON.parse(textOf(empty, 'pages.json')))).toContain('en/home');
    expect(empty.buildId).not.toBe(edition.buildId);
  });
});
