// Packs: the bodies of some articles one after the other, ready to be sent. A pack whose articles did not change since the
// last build is taken as it is.

import { type OtherArticles, relatedPart } from './bodies/related.ts';
import type { OpenBodies } from './compiled-file.ts';
import { type BodyLocation, type BodyName, bodyNames, type PagePlaces, placesOf } from './edition/catalogue.ts';
import { fingerprint, sha256 } from './edition/hash.ts';
import type { BuildStorage, Reader } from './storage.ts';

/** An article as it goes into a pack. */
export interface PackMember {
  /** Names the compiled file that the bodies come from. */
  key: string;
  bodies: OpenBodies;
  others: OtherArticles;
}

/** Where a body lies in its pack, and which of its bytes name the related articles. */
export interface PackedBody {
  location: BodyLocation;
  /** Bytes before the other articles that it names, and of them. */
  gap: [start: number, length: number];
}

/** A member of a pack: the compiled file it came from, and where its bodies lie. */
export interface PackedMember {
  key: string;
  bodies: { [Name in BodyName]: PackedBody };
}

export interface Pack {
  /** Of a kept pack it may be read from a disk each time that it is asked for. */
  readonly content: Uint8Array;
  /** How long the content is. */
  bytes: number;
  sha256: string;
  members: PackedMember[];
}

/** Names everything that a pack follows from. */
export function packKey(members: readonly PackMember[]): string {
  return sha256(JSON.stringify(members.map(({ key, others }) => [key, others])));
}

export function makePack(members: readonly PackMember[]): Pack {
  const pieces: Uint8Array[] = [];
  let offset = 0;
  const packed = members.map(({ key, bodies, others }): PackedMember => {
    const located = bodyNames.map((name): [BodyName, PackedBody] => {
      const { before, after } = bodies(name);
      const between = Buffer.from(relatedPart(name, others));
      const bytes = between.length + after.length === 0 ? before : Buffer.concat([before, between, after]);
      const location: BodyLocation = [offset, bytes.length, fingerprint(bytes)];
      pieces.push(bytes);
      offset += bytes.length;
      return [name, { location, gap: [before.length, between.length] }];
    });
    return { key, bodies: Object.fromEntries(located) as PackedMember['bodies'] };
  });
  const content = Buffer.concat(pieces);
  return { content, bytes: content.length, sha256: sha256(content), members: packed };
}

/** The bodies of a member as they lie in its pack, so that they need no memory of their own; cut out when asked for. */
export function bodiesIn(pack: Pick<Pack, 'content'>, { bodies }: PackedMember): OpenBodies {
  return (name) => {
    const { content } = pack;
    const {
      location: [offset, length],
      gap: [start, gapLength],
    } = bodies[name];
    return {
      before: content.subarray(offset, offset + start),
      after: content.subarray(offset + start + gapLength, offset + length),
    };
  };
}

/** Puts the bodies of articles into a storage, one article after the other, from where they are read when they are asked for. */
export function bodiesStore(storage: BuildStorage): (bodies: JoinedBodies) => OpenBodies {
  const readArticle = rememberingLast();
  return ({ content, ends }) => bodiesAt(storage.put(content), ends, readArticle);
}

/** Whoever asks for one body of an article asks for the others next. */
function rememberingLast(): (read: Reader) => Uint8Array {
  let last: { read: Reader; content: Uint8Array } | undefined;
  return (read) => {
    if (last?.read !== read) last = { read, content: read() };
    return last.content;
  };
}

/** All bodies one after the other, in the order of `bodyNames`; `ends` are where each of them has its gap, and where it ends. */
export interface JoinedBodies {
  content: Uint8Array;
  ends: Uint32Array;
}

export function joinedBodies(bodies: OpenBodies): JoinedBodies {
  const pieces = bodyNames.flatMap((name) => {
    const { before, after } = bodies(name);
    return [before, after];
  });
  let end = 0;
  const ends = Uint32Array.from(pieces, ({ length }) => {
    end += length;
    return end;
  });
  return { content: Buffer.concat(pieces), ends };
}

/** A function of its own, so that what it returns keeps nothing alive but these. */
function bodiesAt(read: Reader, ends: Uint32Array, readArticle: (read: Reader) => Uint8Array): OpenBodies {
  return (name) => {
    const content = readArticle(read);
    const at = 2 * bodyNames.indexOf(name);
    return {
      before: content.subarray(ends[at - 1] ?? 0, ends[at]),
      after: content.subarray(ends[at], ends[at + 1]),
    };
  };
}

/** A pack whose content lies in a storage. */
export function storedPack({ content, ...pack }: Pack, storage: BuildStorage): Pack {
  const read = storage.putPack(content, pack.sha256);
  return {
    ...pack,
    get content() {
      return read();
    },
  };
}

/** The part of a catalogue row that says where an article's bodies lie. */
export function locationsOf({ bodies }: PackedMember): string {
  const locations = Object.fromEntries(bodyNames.map((name) => [name, bodies[name].location]));
  return placesOf(locations as Record<BodyName, BodyLocation>);
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
