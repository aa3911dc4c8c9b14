// A library that travels from thread to thread is the one that was sent.
import { expect, test } from 'vitest';
import { bodyNames } from '../../../build/edition/catalogue.ts';
import type { Library } from '../../../server/library.ts';
import { openEdition } from '../../../server/opening/open-edition.ts';
import { packLibrary, unpackLibrary } from '../../../server/opening/parcel.ts';
import { pointedAt } from '../edition-folder.ts';
import { smallEdition } from '../small-site.ts';

function unpacked(parcel: ReturnType<typeof packLibrary>['parcel']): Library {
  const steps = unpackLibrary(parcel);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** What a library is, without its functions; and what these answer. */
function told({ rank: _rank, having, body, bodyTag, collection, discovery, ...library }: Library) {
  const { numberOf, dictionary, terms, ...tables } = collection;
  const { numberOf: numberOfTerm, ...views } = terms;
  return {
    library,
    tables: { ...tables, tables: null },
    // A Buffer arrives as what it is by the language alone.
    numbersBeside: Object.entries(tables.tables).map(([name, table]) => [name, [...table]]),
    views,
    numbers: [...views.names, ...tables.tables.extraTerms, 'nowhere'].map((name) => [
      numberOf(name),
      numberOfTerm(name),
    ]),
    near: ['tea', 'kettel', 'samovr'].map((word) => [dictionary.near(word), dictionary.like(word)]),
    bodies: library.articles.map((_, at) => bodyNames.map((name) => [body(at, name).toString(), bodyTag(at, name)])),
    discovery: [...discovery].map(([path, { tag, content }]) => [path, tag, content().toString()]),
    passing: having({ domain: 'mcp', minConfidence: 1 }),
  };
}

const found = ({ rank, having }: Library): unknown =>
  ['vessel', '茶具', 'samovr spout'].map((query) => {
    const { total, page, evidence } = rank(query, having({})[0]);
    return { total, evidence, page: page(0, 10) };
  });

test('a library is the same after it changed threads, with its history', async () => {
  const folder = await smallEdition(0);
  await smallEdition(1, folder);
  const buildId = await pointedAt(folder);
  const { library } = await openEdition(folder, buildId);
  const sent = await openEdition(folder, buildId);
  const { parcel, transfer } = packLibrary(sent.contents, sent.library.history);
  const received = unpacked(structuredClone(parcel, { transfer }));
  expect(library.history.texts.size).toBeGreaterThan(0);
  const [was, is] = [told(library), told(received)];
  for (const part of Object.keys(was) as (keyof typeof was)[]) expect(is[part], part).toEqual(was[part]);
  expect(found(received)).toEqual(found(library));
});

test('the bytes of files and the tables of numbers change hands, and are not copied', async () => {
  const folder = await smallEdition(0);
  const { contents, library } = await openEdition(folder, await pointedAt(folder));
  const asset = [...contents.assets.values()][0];
  const pack = contents.packs.get('bodies/0000.pack');
  const { parcel, transfer } = packLibrary(contents, library.history);
  structuredClone(parcel, { transfer });
  expect(asset?.byteLength).toBe(0);
  expect(parcel.packs.get('bodies/0000.pack')).toMatchObject({ path: 'bodies/0000.pack', bytes: pack?.bytes });
  for (const table of [
    parcel.collection.terms.positions,
    parcel.collection.rarity,
    parcel.collection.words.alphabetical,
  ])
    expect(table.length).toBe(0);
});
