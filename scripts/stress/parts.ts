// The long trials, in the order in which they run. A new one is a file and a line here.
import type { Part } from './part.ts';

export const partNames = ['fuzz', 'reload', 'stop', 'slow', 'soak'] as const;
export type PartName = (typeof partNames)[number];

export const parts: Record<PartName, () => Promise<Part>> = {
  fuzz: async () => (await import('./fuzz.ts')).fuzz,
  reload: async () => (await import('./reload.ts')).reload,
  stop: async () => (await import('./stop.ts')).stop,
  slow: async () => (await import('./slow.ts')).slow,
  soak: async () => (await import('./soak.ts')).soak,
};
