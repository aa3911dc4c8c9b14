// Packs: the bodies of some articles one after the other, ready to be sent. A pack whose articles did not change since the
// last build is taken as it is.

import type { OtherArticles } from './bodies/article.ts';
import type { OpenBodies } from './compiled-file.ts';
import {
  type BodyLocation,
  type BodyName,
  bodyNames,
  type PagePlaces,
  placeOf,
  placesOf,
} from './edition/catalogue.ts';
import { fingerprint, sha256 } from './edition/hash.ts';
import { relatedPart } from './pages/article-page.tsx';
import type { BuildStorage } from './storage.ts';

/** An article as it goes into a pack. */
export interface PackMember {
  /** Names the compiled file that the bodies come from. */
  key: string;
  bodies: OpenBodies;
  others: OtherArticles;
}

/** A member of a pack: the compiled file it came from, and where its bodies lie. Kept of every article, and therefore small. */
export interface PackedMember {
  key: string;
  /** See `placesOf`. */
  bodies: string;
  /** For each body, in the order of `bodyNames`: the bytes before the other articles that it names, and those that name them. */
  gaps: number[];
}

export interface Pack {
  /** Of a kept pack it may be read from a disk each time that it is asked for. */
  readonly content: Uint8Array;
  /** How long the content is. */
  bytes: number;
  sha256: string;
  /** Like the content. */
  readonly members: readonly PackedMember[];
}

/** Names everything that a pack follows from. */
export function packKey(members: readonly PackMember[]): string {
  return sha256(JSON.stringify(members.map(({ key, others }) => [key, others])));
}

export function makePack(members: readonly PackMember[]): Pack {
  const pieces: Uint8Array[] = [];
  let offset = 0;
  const packed = members.map(({ key, bodies, others }): PackedMember => {
    const gaps: number[] = [];
    const located = bodyNames.map((name): [BodyName, BodyLocation] => {
      const { before, after } = bodies(name);
      const between = Buffer.from(relatedPart(name, others));
      const bytes = between.length + after.length === 0 ? before : Buffer.concat([before, between, after]);
      pieces.push(bytes);
      offset += bytes.length;
      gaps.push(before.length, between.length);
      return [name, [offset - bytes.length, bytes.length, fingerprint(bytes)]];
    });
    return { key, bodies: placesOf(Object.fromEntries(located) as Record<BodyName, BodyLocation>), gaps };
  });
  const content = Buffer.concat(pieces);
  return { content, bytes: content.length, sha256: sha256(content), members: packed };
}

/** The bodies of a member as they lie in its pack, so that they need no memory of their own; cut out when asked for. */
export function bodiesIn(pack: Pick<Pack, 'content'>, { bodies, gaps }: Omit<PackedMember, 'key'>): OpenBodies {
  return (name) => {
    const { content } = pack;
    const [offset, length] = placeOf(bodies, name);
    const at = 2 * bodyNames.indexOf(name);
    const start = offset + (gaps[at] ?? 0);
    return {
      before: content.subarray(offset, start),
      after: content.subarray(start + (gaps[at + 1] ?? 0), offset + length),
    };
  };
}

/** A pack whose content and members lie in a storage: as objects the members of all packs would be most of a build's memory. */
export function storedPack({ content, members, ...pack }: Pack, storage: BuildStorage): Pack {
  const read = storage.putPack(content, pack.sha256);
  const readMembers = storage.put(Buffer.from(JSON.stringify(members)));
  return {
    ...pack,
    get content() {
      return read();
    },
    get members() {
      return JSON.parse(Buffer.from(readMembers()).toString('utf8')) as PackedMember[];
    },
  };
}

/** The pages that belong to no article as a pack, and where each lies in it. */
export function packPages(pages: Readonly<Record<string, string>>): { content: Buffer; places: PagePlaces } {
  const pieces = Object.values(pages).map((page) => Buffer.from(page));
  let offset = 0;
  const places = Object.keys(pages).map((name, at): [string, BodyLocation] => {
    const piece = pieces[at] ?? Buffer.alloc(0);
    offset += piece.length;
    return [name, [offset - piece.length, piece.length, fingerprint(piece)]];
  });
  return { content: Buffer.concat(pieces), places: Object.fromEntries(places) };
}
