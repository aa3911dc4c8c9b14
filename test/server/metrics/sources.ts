// The sources of the metrics of a server on which nothing has happened yet, for tests that need some sources.
import { noHistory } from '../../../server/history/history.ts';
import type { MetricsSources } from '../../../server/metrics/metrics.ts';

export const quietSources: MetricsSources = {
  operations: [],
  library: () => ({ buildId: 'abc', size: 7, history: noHistory }),
  reloads: () => ({ served: 0, refused: 0 }),
  now: () => 0,
  refusedShare: () => 0,
  isStateDegraded: () => false,
};
