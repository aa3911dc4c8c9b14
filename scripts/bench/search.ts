// Measures in-process search: Stele beside SQLite FTS5 and MiniSearch, which index the same terms and fields.
import { keptEdition, openEdition } from '../eval/editions.ts';
import { hasMiniSearch, type PeerName, peersOf } from '../eval/peers.ts';
import { ownSystem, timeOf } from '../eval/ranking.ts';
import type { Part } from './part.ts';
import { inTurns, median, medianRatio, percentile } from './rounds.ts';

const usualRounds = 5;
const queriesMax = 400;

export const search: Part = async ({ entries, queries: all, rounds = usualRounds, say }) => {
  const { library } = await openEdition(await keptEdition('bench', entries));
  const names: PeerName[] = hasMiniSearch() ? ['FTS5', 'MiniSearch'] : ['FTS5'];
  say(`search: indexing ${library.size} articles with ${names.join(' and ')}`);
  const own = ownSystem(library);
  const systems = [own, ...peersOf(library, names), { ...own, name: 'stele, again' }];
  const every = Math.max(1, Math.floor(all.length / queriesMax));
  const queries = all.filter((_, at) => at % every === 0).slice(0, queriesMax);
  const samples = await inTurns(systems, rounds, (system, round) => {
    say(`search: round ${round + 1} of ${rounds}, ${system.name}`);
    return queries.map((query) => timeOf(() => system.search(query)));
  });
  const medians = samples.map((some) => some.map(median));
  const rows = systems.map(({ name }, at) => {
    const times = samples[at]?.flat() ?? [];
    const mean = times.reduce((sum, value) => sum + value, 0) / times.length;
    return [
      name,
      ...[median(times), percentile(times, 0.95), percentile(times, 0.99), mean].map((ms) => ms.toFixed(3)),
      medianRatio(medians[at] ?? [], medians[0] ?? []).toFixed(2),
    ];
  });
  return {
    summary: `searching ${library.size} articles in process, beside other engines with the same terms and fields`,
    tables: [{ head: ['engine', 'p50 ms', 'p95', 'p99', 'mean', '/ ours p50'], rows }],
    notes: [
      `${queries.length} judged queries, ${rounds} rounds after one for warm-up, and each round measures every engine. Times run from a query’s text to its first 10 articles`,
      'Stele also counts all matching articles, translates queries and corrects typing errors; the other engines do not',
      ...(names.length > 1 ? [] : ['MiniSearch was not compared: npm ci --prefix scripts/bench installs it']),
    ],
  };
};
