// How near the headlines of an article come to a query: what each of them shares with it.
import { headlineKinds } from '../../build/edition/search-tables.ts';
import { whereabouts, whereOf } from './headline-marks.ts';
import { blockBits, type HeadlinePlace, type HeadlineQuery, indexMask, type Nearest } from './headline-reach.ts';

const titleKind = headlineKinds.indexOf('title');
const itemKind = headlineKinds.indexOf('item');
const nameKind = headlineKinds.indexOf('name');

/** Reading through the headlines of an article takes less than looking for a term, up to about so many of theirs for each. */
const readMax = 20;

/** How near an article comes; good until the next one is looked at. */
export function findNearest(query: HeadlineQuery, position: number, at: HeadlinePlace): Nearest {
  const { articleStarts, headlineStarts } = at.collection.tables;
  const { nearest } = at.scratch;
  const [first, limit] = [articleStarts[position] as number, articleStarts[position + 1] as number];
  nearest.headline = nearest.title = nearest.item = 0;
  const named = findNamed(query, position, at);
  const length = (headlineStarts[limit] as number) - (headlineStarts[first] as number);
  if (length <= readMax * query.terms.length) readThrough(query, { first, limit, named }, at);
  else lookForEach(query, { first, limit, named, position }, at);
  return nearest;
}

/**
 * Reads a little of what will be read of an article, for several before the first of them is looked at: the processor then fetches
 * it from memory for all of them at once, where it would wait for one after the other.
 */
export function fetch({ terms }: HeadlineQuery, position: number, { collection, scratch }: HeadlinePlace): void {
  const { headlinesOf, tables, headlineMass } = collection;
  const { begins } = scratch;
  const first = tables.articleStarts[position] as number;
  let sum = (headlineMass[first] as number) + (tables.headlineKinds[first] as number);
  sum += tables.headlineTerms[tables.headlineStarts[first] as number] as number;
  for (let index = 0; index < terms.length; index += 1) {
    const begin = (begins[index] as Uint32Array)[position >>> blockBits] ?? headlinesOf.starts[terms[index] as number];
    sum += headlinesOf.members[begin as number] as number;
  }
  scratch.fetched = sum;
}

/** The mass that the names of the article share; notes which terms it is of. */
function findNamed(
  { terms, masses, areNaming }: HeadlineQuery,
  position: number,
  { scratch: { marks, isNamed } }: HeadlinePlace,
): number {
  let named = 0;
  for (let index = 0; index < terms.length; index += 1) {
    const where = whereOf[(marks[index] as Uint8Array)[position] as number] as number;
    const own = where & (areNaming[index] as number);
    isNamed[index] = own;
    if (own !== 0) named += masses[index] as number;
  }
  return named;
}

interface Article {
  /** Its headlines, to before `limit`. */
  first: number;
  limit: number;
  /** What its names share. */
  named: number;
}

function readThrough(query: HeadlineQuery, { first, limit, named }: Article, at: HeadlinePlace): void {
  const { headlineStarts, headlineTerms, headlineKinds: kinds } = at.collection.tables;
  const { indexOf, isNamed, hits } = at.scratch;
  const { terms, masses } = query;
  let start = headlineStarts[first] as number;
  for (let headline = first; headline < limit; headline += 1) {
    const end = headlineStarts[headline + 1] as number;
    let count = 0;
    for (let from = start; from < end; from += 1) {
      const term = headlineTerms[from] as number;
      let index = (indexOf[term & indexMask] as number) - 1;
      if (index < 0) continue;
      // Another term of the query may have the same place.
      while (index >= 0 && terms[index] !== term) index -= 1;
      if (index < 0) continue;
      let place = count;
      // In the order of the query, in which masses are added up.
      for (; place > 0 && (hits[place - 1] as number) > index; place -= 1) hits[place] = hits[place - 1] as number;
      hits[place] = index;
      count += 1;
    }
    start = end;
    // The words of a slug are context alone: a slug is often a single word of many meanings.
    if (count === 0 || kinds[headline] === nameKind) continue;
    let [shared, inContext] = [0, 0];
    for (let place = 0; place < count; place += 1) {
      const index = hits[place] as number;
      shared += masses[index] as number;
      if (isNamed[index] !== 0) inContext += masses[index] as number;
    }
    note(query, headline, shared, named - inContext, at);
  }
}

function lookForEach(
  query: HeadlineQuery,
  { first, limit, named, position }: Article & { position: number },
  at: HeadlinePlace,
): void {
  const { terms, masses } = query;
  const { headlinesOf, tables } = at.collection;
  const { shared, inContext, sharing, marks, begins, isNamed } = at.scratch;
  const { starts, members } = headlinesOf;
  let count = 0;
  for (let index = 0; index < terms.length; index += 1) {
    const where = whereOf[(marks[index] as Uint8Array)[position] as number] as number;
    if ((where & ~whereabouts.name) === 0) continue;
    const mass = masses[index] as number;
    const term = terms[index] as number;
    const end = starts[term + 1] as number;
    let from = (begins[index] as Uint32Array)[position >>> blockBits] ?? (starts[term] as number);
    while ((members[from] as number) < first) from += 1;
    for (; from < end; from += 1) {
      const headline = members[from] as number;
      if (headline >= limit) break;
      if (tables.headlineKinds[headline] === nameKind) continue;
      const own = headline - first;
      if (shared[own] === 0) sharing[count++] = own;
      shared[own] = (shared[own] as number) + mass;
      if (isNamed[index] !== 0) inContext[own] = (inContext[own] as number) + mass;
    }
  }
  for (let index = 0; index < count; index += 1) {
    const own = sharing[index] as number;
    note(query, first + own, shared[own] as number, named - (inContext[own] as number), at);
    shared[own] = 0;
    inContext[own] = 0;
  }
}

/** Notes how near a headline comes; `beside` is what the names share and the headline lacks. */
function note(
  { total }: HeadlineQuery,
  headline: number,
  shared: number,
  beside: number,
  { collection, scratch: { nearest } }: HeadlinePlace,
): void {
  const overlap = shared + beside;
  const z = (overlap * overlap) / (total * ((collection.headlineMass[headline] as number) + beside));
  const kind = collection.tables.headlineKinds[headline];
  if (kind === itemKind) {
    if (z > nearest.item) nearest.item = z;
    return;
  }
  if (z > nearest.headline) nearest.headline = z;
  if (kind === titleKind && z > nearest.title) nearest.title = z;
}
