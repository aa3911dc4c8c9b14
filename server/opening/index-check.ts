// Holds the tables that search reads against what they were made of: the FlexSearch index, and the headlines. Takes as long as
// all other opening together and needs much memory, so that a thread does it.
import { z } from 'zod';
import { byCodeUnit } from '../../build/edition/hash.ts';
import { isIndexPart, lookupTablesFile, postingTablesFile, searchTablesFile } from '../../build/edition/locations.ts';
import { lookupTablesOf, writeLookupTables } from '../../build/edition/lookup-tables.ts';
import { isSamePostings } from '../../build/edition/posting-tables.ts';
import { type IndexPart, importIndex, type SearchIndex, termsOf } from '../../build/edition/search-index.ts';
import { readSearchTables } from '../../build/edition/search-tables.ts';
import { EditionError } from '../edition-files.ts';
import { parseFile, postingsIn, readTables } from '../file-contents.ts';
import { viewTerms } from '../search/terms.ts';

const indexPart = z.strictObject({ key: z.string(), entries: z.custom<unknown[]>(Array.isArray) });

/** Throws an EditionError when the index cannot be imported, or the tables are not those that follow. */
export function checkIndex(files: ReadonlyMap<string, Buffer>, articles: number): void {
  const paths = [...files.keys()].filter(isIndexPart).sort(byCodeUnit);
  const parts = paths.map((path) => parseFile(files, path, indexPart));
  const postings = postingsIn(files, articles);
  if (!isSamePostings(viewTerms(openIndex(parts), termsOf(parts)), postings))
    throw new EditionError(`${postingTablesFile} has other postings than the index`);
  const { names, positions } = postings;
  const index = { terms: names.length, postings: positions.length, articles };
  const tables = readTables(files, searchTablesFile, (file) => readSearchTables(file, index));
  if (files.get(lookupTablesFile)?.equals(writeLookupTables(lookupTablesOf(names, tables))) !== true)
    throw new EditionError(`${lookupTablesFile} does not follow from ${postingTablesFile} and ${searchTablesFile}`);
}

function openIndex(parts: readonly IndexPart[]): SearchIndex {
  try {
    return importIndex(parts);
  } catch {
    // FlexSearch reads the parts without checking them.
    throw new EditionError('search/ does not hold an index that FlexSearch can import');
  }
}
