// The collectors that prom-client's own `collectDefaultMetrics` runs all at once, one by one. It ships no types for them.
declare module 'prom-client/lib/metrics/*.js' {
  import type { Registry } from 'prom-client';

  const collect: (registry: Registry) => void;
  export default collect;
}
