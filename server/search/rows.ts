// A row of numbers for each term that needs one, made when the term is first asked for, and let go for others when there are
// many: what frequent terms say about every article, where their postings would have to be searched through.

export interface Rows<Row> {
  /** The row of a term; good until `many` others were asked for. */
  of(term: number): Row;
}

interface Making<Row> {
  /** So many rows are kept, at most 65,535. */
  many: number;
  /** How many terms there are. */
  terms: number;
  /** An empty row. */
  make(): Row;
  /** Fills a row that is empty, or that of another term. */
  fill(term: number, row: Row): void;
}

export function rowsOf<Row>({ many, terms, make, fill }: Making<Row>): Rows<Row> {
  const rows: Row[] = [];
  const owners: number[] = [];
  /** One more than the place of a term's row; zero without one. */
  const placeOf = new Uint16Array(terms);
  let next = 0;
  return {
    of(term) {
      const place = placeOf[term] as number;
      if (place !== 0) return rows[place - 1] as Row;
      if (next < rows.length) placeOf[owners[next] as number] = 0;
      else rows.push(make());
      const row = rows[next] as Row;
      fill(term, row);
      owners[next] = term;
      placeOf[term] = next + 1;
      next = (next + 1) % many;
      return row;
    },
  };
}
