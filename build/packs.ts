// Packs: files that contain the bodies of some articles one after the other, ready to be sent. A pack depends only on its
// members. The cache stores the locations of its bodies; its content is assembled from the cached bodies when it is written.
import { type OtherArticles, relatedSlot } from './bodies/published-article.ts';
import type { BuildCache } from './cache.ts';
import { bodiesOf } from './compiled-file.ts';
import { type BodyLocation, type BodyName, bodyNames, type PagePlaces, placesOf } from './edition/catalogue.ts';
import { fingerprint, sha256 } from './edition/hash.ts';
import { relatedPart } from './pages/article-page.tsx';
import type { Age } from './trust/checks.ts';

/** An article in a pack. */
export interface PackMember {
  /** The key of the compiled file, under which the cache stores the bodies. */
  key: string;
  /** The part of the article's trust that changes with the day of the edition. */
  age: Age;
  others: OtherArticles;
}

export interface Pack {
  bytes: number;
  sha256: string;
  /** For each member, the locations of its bodies as one string: see `placesOf`. */
  places: string[];
}

export function packOf(members: readonly PackMember[], cache: BuildCache): Pack {
  const name = `${sha256(JSON.stringify(members.map(({ key, age, others }) => [key, age, others])))}.pack` as const;
  const known = cache.read<Pack>(name);
  if (known !== undefined) return known;
  const bodies = members.map((member) => closedBodies(member, cache));
  const locate = locator();
  const places = bodies.map((own) =>
    placesOf(Object.fromEntries(own.map(([body, bytes]) => [body, locate(bytes)])) as Record<BodyName, BodyLocation>),
  );
  const content = joined(bodies);
  const pack: Pack = { bytes: content.length, sha256: sha256(content), places };
  cache.write(name, pack);
  return pack;
}

export function packContent(members: readonly PackMember[], cache: BuildCache): Buffer {
  return joined(members.map((member) => closedBodies(member, cache)));
}

/** The bodies of an article in the order of `bodyNames`, with the related articles filled in. */
function closedBodies({ key, others }: PackMember, cache: BuildCache): [BodyName, Buffer][] {
  const bodies = new Map(bodiesOf(cache, key));
  return bodyNames.map((name) => [
    name,
    Buffer.from((bodies.get(name) ?? '').replace(relatedSlot, () => relatedPart(name, others))),
  ]);
}

const joined = (bodies: readonly (readonly [BodyName, Buffer])[][]): Buffer =>
  Buffer.concat(bodies.flatMap((own) => own.map(([, bytes]) => bytes)));

/** Returns a function that gives the location of each of several texts that lie one after the other. */
function locator(): (bytes: Buffer) => BodyLocation {
  let end = 0;
  return (bytes) => {
    end += bytes.length;
    return [end - bytes.length, bytes.length, fingerprint(bytes)];
  };
}

/** Packs the pages that belong to no article. Returns the pack and the location of each page in it. */
export function packPages(pages: Readonly<Record<string, string>>): { content: Buffer; places: PagePlaces } {
  const pieces = Object.entries(pages).map(([name, page]) => ({ name, bytes: Buffer.from(page) }));
  const locate = locator();
  const places = pieces.map(({ name, bytes }) => [name, locate(bytes)]);
  return { content: Buffer.concat(pieces.map(({ bytes }) => bytes)), places: Object.fromEntries(places) };
}
