// The sources of metrics for tests about something else: a server without any event so far.
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
