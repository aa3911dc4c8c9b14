// A row of numbers for each term that needs one, made when the term is first asked for, and let go for others when there are
// many: what frequent terms say about every article, where their postings would have to be searched through.

export interface Rows<Row> {
  /** The row of a term; good until the next `begin`. */
  of(term: number): Row;
  /** Rows that were asked for before are let go for others. */
  begin(): void;
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
  /** By place of a row: how often `begin` had been called when it was asked for. */
  const askedAt = new Float64Array(many);
  let beginnings = 1;
  let next = 0;
  return {
    begin() {
      beginnings += 1;
    },
    of(term) {
      const place = placeOf[term] as number;
      if (place !== 0) {
        askedAt[place - 1] = beginnings;
        return rows[place - 1] as Row;
      }
      for (let looks = 0; looks < many && askedAt[next] === beginnings; looks += 1) next = (next + 1) % many;
      // All of them are in use.
      if (askedAt[next] === beginnings) {
        const row = make();
        fill(term, row);
        return row;
      }
      if (next < rows.length) placeOf[owners[next] as number] = 0;
      else rows.push(make());
      const row = rows[next] as Row;
      fill(term, row);
      owners[next] = term;
      placeOf[term] = next + 1;
      askedAt[next] = beginnings;
      next = (next + 1) % many;
      return row;
    },
  };
}
