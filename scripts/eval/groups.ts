// Which queries are reported together: those of one file, and those of one kind over all files, in each language. Pure.
import type { JudgedQuery, QuerySet } from './queries.ts';

export interface Group {
  /** `set` for one file, `kind` for every query of a kind. */
  level: 'set' | 'kind';
  name: string;
  language: JudgedQuery['language'];
  /** Places in the list of all queries. */
  members: number[];
}

/** Where a query stands in the list of all queries, which is that of the sets one after the other. */
interface Placed {
  set: string;
  query: JudgedQuery;
  place: number;
}

const languageOrder: readonly JudgedQuery['language'][] = ['zh', 'en', 'mixed'];

/** Sets in the order given, then kinds by name; Chinese first. Kinds that mix titles with other queries are shown apart too. */
export function groupsOf(sets: readonly QuerySet[]): Group[] {
  const placed = sets
    .flatMap(({ name, queries }) => queries.map((query) => ({ set: name, query })))
    .map((each, place): Placed => ({ ...each, place }));
  const kinds = [...new Set(placed.map(({ query }) => query.kind))].sort();
  return [
    ...[...new Set(sets.map(({ name }) => name))].flatMap((name) =>
      byLanguage(
        'set',
        name,
        placed.filter(({ set }) => set === name),
      ),
    ),
    ...kinds.flatMap((kind) =>
      kindGroups(
        kind,
        placed.filter(({ query }) => query.kind === kind),
      ),
    ),
  ];
}

function kindGroups(kind: string, placed: readonly Placed[]): Group[] {
  const titles = placed.filter(({ query }) => query.isTitle === true);
  const others = placed.filter(({ query }) => query.isTitle === false);
  if (titles.length === 0 || others.length === 0) return byLanguage('kind', kind, placed);
  return [
    ...byLanguage('kind', kind, placed),
    ...byLanguage('kind', `${kind} eqTitle:true`, titles),
    ...byLanguage('kind', `${kind} eqTitle:false`, others),
  ];
}

function byLanguage(level: Group['level'], name: string, placed: readonly Placed[]): Group[] {
  return languageOrder.flatMap((language) => {
    const members = placed.filter(({ query }) => query.language === language).map(({ place }) => place);
    return members.length === 0 ? [] : [{ level, name, language, members }];
  });
}

/** The questions of one set in one language. */
export interface QueryGroup {
  name: string;
  language: JudgedQuery['language'];
  queries: JudgedQuery[];
}

/** Sets in the order given, those of one name as one; Chinese first. Groups without a question are left out. */
export function queryGroups(
  sets: readonly QuerySet[],
  isWanted: (query: JudgedQuery) => boolean = () => true,
): QueryGroup[] {
  return [...new Set(sets.map(({ name }) => name))].flatMap((name) =>
    languageOrder.flatMap((language): QueryGroup[] => {
      const own = sets.filter((set) => set.name === name).flatMap((set) => set.queries);
      const queries = own.filter((query) => query.language === language && isWanted(query));
      return queries.length === 0 ? [] : [{ name, language, queries }];
    }),
  );
}
