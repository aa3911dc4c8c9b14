// The texts of an edition that belong to no article: pages, and what agents and crawlers read first. They lie in packs, too,
// and are read when they are asked for.
import type { BodyLocation, PagePlaces } from '../build/edition/catalogue.ts';
import type { Pack } from './packs.ts';

/** Path → whole HTML page or its Markdown twin, with slots. */
export type Pages = Readonly<Record<string, string>>;

/** A text that is served at a path of its own. */
export interface SiteText {
  /** A short hash of it, for its entity tag. */
  tag: string;
  /** With slots. */
  content(): Buffer;
}

/** Where such a text lies. Data alone, so that one thread can tell another. */
export interface SiteTextPlace {
  /** The file in the edition, which holds it alone. */
  path: string;
  bytes: number;
  tag: string;
}

/** Each page is read whenever it is looked at. */
export function pagesIn(pack: Pack, places: PagePlaces): Pages {
  const pages: Record<string, string> = {};
  for (const [name, place] of Object.entries(places)) {
    Object.defineProperty(pages, name, { enumerable: true, get: () => pack.body(place).toString('utf8') });
  }
  return pages;
}

export function textsIn(
  packs: ReadonlyMap<string, Pack>,
  places: ReadonlyMap<string, SiteTextPlace>,
): ReadonlyMap<string, SiteText> {
  return new Map(
    [...places].flatMap(([servedAt, { path, bytes, tag }]): [string, SiteText][] => {
      const pack = packs.get(path);
      const whole: BodyLocation = [0, bytes, tag];
      return pack === undefined ? [] : [[servedAt, { tag, content: () => pack.body(whole) }]];
    }),
  );
}
