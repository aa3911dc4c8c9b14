import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Edition } from '../../build/assemble.ts';
import { compile } from '../../build/compile.ts';
import { type BodyName, bodyNames, type CatalogueRow, catalogue, placeOf } from '../../build/edition/catalogue.ts';
import { fingerprint } from '../../build/edition/hash.ts';
import { readManifest } from '../../build/edition/manifest.ts';
import { readAssets, readContent } from '../../build/read.ts';
import type { Sources } from '../../build/source/entry.ts';
import { fixtures, repositoryRoot } from '../site.ts';
import { fileTable } from './editions.ts';

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
describe('an edition', () => {
  it('has the same bytes for any order of the articles on disk', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...sources.entries], { minLength: sources.entries.length }), (entries) => {
        const other = editionOf({ ...sources, entries });
        expect([...other.files.keys()]).toEqual([...edition.files.keys()]);
        expect(other.buildId).toBe(edition.buildId);
      }),
      { numRuns: 2 },
    );
  });

  it('has a manifest that lists every other file', () => {
    const reading = readManifest(textOf(edition, 'manifest.json'));
    const others = new Map([...edition.files].filter(([path]) => path !== 'manifest.json'));
    expect(reading).toEqual({ ok: true, manifest: edition.manifest });
    expect(edition.manifest.files).toEqual(fileTable(others));
    expect(edition.buildId).toBe(edition.manifest.buildId);
  });

  it('lists making.json in its manifest, so that the buildId depends on the hash of the analyser in that file', () => {
    const { formatVersion, analyser, articles, canary } = edition.manifest;
    expect(JSON.parse(textOf(edition, 'making.json'))).toEqual({ formatVersion, analyser, articles, canary });
    expect(Object.keys(edition.manifest.files)).toContain('making.json');
    // The canary is a query and the article that it must find. The server uses it for its health check.
    expect(canary).toEqual({ query: '会做计划的茶壶', slug: rowsOf(edition)[0]?.slug });
  });

  it('stores each body at the offset in its catalogue row; the fingerprint and the fields of the body equal those in the row', () => {
    for (const row of rowsOf(edition)) {
      for (const name of bodyNames) {
        const body = bodyOf(edition, row, name);
        expect(body.length).toBeGreaterThan(0);
        expect(fingerprint(body)).toBe(placeOf(row.bodies, name)[2]);
      }
      const { bodies, shard, aliases, ...shown } = row;
      expect(JSON.parse(bodyOf(edition, row, 'item.both').toString())).toMatchObject({ id: row.id, slug: row.slug });
      // The stored JSON lacks its closing brace, because the server appends the links.
      expect(JSON.parse(`${bodyOf(edition, row, 'json.both')}}`)).toMatchObject(shown);
      expect(bodyOf(edition, row, 'markdown.en').toString()).toContain(`- **ID**: ${row.id}\n`);
      expect(bodyOf(edition, row, 'page.zh').toString()).toMatch(/^<!doctype html>\n<html lang="zh-Hans">/);
    }
  });
});

it('an edition without articles has pages, an empty catalogue, and no query for the health check', () => {
  const empty = editionOf({ ...sources, entries: [] });
  expect(rowsOf(empty)).toEqual([]);
  expect(empty.manifest.canary).toBeNull();
  expect(readManifest(textOf(empty, 'manifest.json')).ok).toBe(true);
  expect(Object.keys(JSON.parse(textOf(empty, 'pages.json')))).toContain('en/home');
  expect(empty.buildId).not.toBe(edition.buildId);
});
