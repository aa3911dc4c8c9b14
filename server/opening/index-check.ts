// Holds the tables that search reads against what they were made of: the FlexSearch index, and the headlines. Takes as long as
// all other opening together and needs much memory, so that of a large edition a thread does it; one part of the index after the
// other, so that it needs no more the more parts there are.
import { z } from 'zod';
import { byCodeUnit } from '../../build/edition/hash.ts';
import { isIndexPart, lookupTablesFile, postingTablesFile, searchTablesFile } from '../../build/edition/locations.ts';
import { lookupTablesOf, writeLookupTables } from '../../build/edition/lookup-tables.ts';
import { isSamePostings, type PostingTables } from '../../build/edition/posting-tables.ts';
import { type IndexPart, importIndex, type SearchIndex, termsOf } from '../../build/edition/search-index.ts';
import { readSearchTables } from '../../build/edition/search-tables.ts';
import { EditionError, type EditionFiles } from '../edition-files.ts';
import { parseFile, postingsIn, readTables } from '../file-contents.ts';
import { viewTerms } from '../search/viewed-index.ts';

const indexPart = z.strictObject({ key: z.string(), entries: z.custom<unknown[]>(Array.isArray) });

/** Throws an EditionError when the index cannot be imported, or the tables are not those that follow. */
export async function checkIndex({ manifest, files, readAgain }: EditionFiles, articles: number): Promise<void> {
  const postings = postingsIn(files, articles);
  const { names, positions } = postings;
  let term = 0;
  for (const path of Object.keys(manifest.files).filter(isIndexPart).sort(byCodeUnit)) {
    const content = files.get(path) ?? (await readAgain?.(path));
    const part = parseFile(new Map(content && [[path, content]]), path, indexPart);
    const imported = openIndex(part);
    const own = termsOf([part]);
    if (!isSamePostings(viewTerms(imported, own), termsFrom(postings, term, own.length)))
      throw new EditionError(`${postingTablesFile} has other postings than the index`);
    term += own.length;
  }
  if (term !== names.length || new Set(names).size !== names.length)
    throw new EditionError(`${postingTablesFile} has other postings than the index`);
  const index = { terms: names.length, postings: positions.length, articles };
  const tables = readTables(files, searchTablesFile, (file) => readSearchTables(file, index));
  if (files.get(lookupTablesFile)?.equals(writeLookupTables(lookupTablesOf(names, tables))) !== true)
    throw new EditionError(`${lookupTablesFile} does not follow from ${postingTablesFile} and ${searchTablesFile}`);
}

/** The tables of some terms alone. */
function termsFrom({ names, starts, positions, slots }: PostingTables, term: number, count: number): PostingTables {
  const own = starts.slice(term, term + count + 1);
  const [first = 0, last = 0] = [own[0], own.at(-1)];
  return {
    names: names.slice(term, term + count),
    starts: own.map((start) => start - first),
    positions: positions.subarray(first, last),
    slots: slots.subarray(first, last),
  };
}

function openIndex(part: IndexPart): SearchIndex {
  try {
    return importIndex([part]);
  } catch {
    // FlexSearch reads the parts without checking them.
    throw new EditionError('search/ does not hold an index that FlexSearch can import');
  }
}
