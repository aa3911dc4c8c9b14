// The parts of the benchmarks, in the order in which they run. A new one is a file and a line here.
import type { Part } from './part.ts';

export const partNames = ['serve', 'search', 'build', 'start', 'cost', 'flood'] as const;
export type PartName = (typeof partNames)[number];

export const parts: Record<PartName, () => Promise<Part>> = {
  serve: async () => (await import('./serve.ts')).serve,
  build: async () => (await import('./build.ts')).build,
  cost: async () => (await import('./cost.ts')).cost,
  flood: async () => (await import('./flood.ts')).flood,
  search: async () => (await import('./search.ts')).search,
  start: async () => (await import('./start.ts')).start,
};
