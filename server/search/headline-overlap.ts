// How near the headlines of an article come to a query: what each of them shares with it.
import { headlineKinds } from '../../build/edition/search-tables.ts';
import { type HeadlinePlace, type HeadlineQuery, type Nearest, whereabouts } from './headline-reach.ts';

const titleKind = headlineKinds.indexOf('title');
const itemKind = headlineKinds.indexOf('item');
const nameKind = headlineKinds.indexOf('name');

/** One of the articles whose reach was found. */
export interface Looked {
  position: number;
  place: number;
}

/** How near an article comes; good until the next one is looked at. */
export function findNearest(query: HeadlineQuery, article: Looked, at: HeadlinePlace): Nearest {
  const { tables, headlineMass } = at.collection;
  const { shared, inContext, sharing, nearest } = at.scratch;
  const named = findShared(query, article, at);
  const first = tables.articleStarts[article.position] as number;
  let [headline, title, item] = [0, 0, 0];
  for (let index = 0; index < nearest.sharing; index += 1) {
    const own = sharing[index] as number;
    const beside = named - (inContext[own] as number);
    const overlap = (shared[own] as number) + beside;
    const z = (overlap * overlap) / (query.total * ((headlineMass[first + own] as number) + beside));
    const kind = tables.headlineKinds[first + own];
    if (kind === itemKind) item = Math.max(item, z);
    else headline = Math.max(headline, z);
    if (kind === titleKind) title = Math.max(title, z);
    shared[own] = 0;
    inContext[own] = 0;
  }
  nearest.headline = headline;
  nearest.title = title;
  nearest.item = item;
  return nearest;
}

/** Fills in what each headline of the article shares; returns what its names do. */
function findShared(
  { terms, masses, areNaming }: HeadlineQuery,
  { position, place }: Looked,
  { collection, scratch }: HeadlinePlace,
): number {
  const { headlinesOf, tables } = collection;
  const { shared, inContext, sharing, nearest, found } = scratch;
  const { starts, members } = headlinesOf;
  const most = scratch.limits.length;
  const first = tables.articleStarts[position] as number;
  const limit = tables.articleStarts[position + 1] as number;
  let [named, count] = [0, 0];
  for (let index = 0; index < terms.length; index += 1) {
    const where = found[index * most + place] as number;
    if (where === 0) continue;
    const mass = masses[index] as number;
    const isNamed = (where & whereabouts.name) !== 0 && (areNaming[index] as boolean);
    if (isNamed) named += mass;
    if (where === whereabouts.name) continue;
    const term = terms[index] as number;
    const end = starts[term + 1] as number;
    for (let at = firstFrom(members, starts[term] as number, end, first); at < end; at += 1) {
      const headline = members[at] as number;
      if (headline >= limit) break;
      // The words of a slug are context alone: a slug is often a single word of many meanings.
      if (tables.headlineKinds[headline] === nameKind) continue;
      const own = headline - first;
      if (shared[own] === 0) sharing[count++] = own;
      shared[own] = (shared[own] as number) + mass;
      if (isNamed) inContext[own] = (inContext[own] as number) + mass;
    }
  }
  nearest.sharing = count;
  return named;
}

/** The first place from `from` on whose member is not below `least`, `to` without any. */
function firstFrom(members: Uint32Array, from: number, to: number, least: number): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((members[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
