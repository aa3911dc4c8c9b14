// Goals, and whether what was measured reaches them. Pure.
import type { Bar } from '../bench/part.ts';

/** Met by nothing but 0. */
export const none = (name: string, count: number): Bar => ({
  name,
  measured: String(count),
  goal: '0',
  isMet: count === 0,
});

/** Met by a number that is there and not above the goal. */
export const atMost = (name: string, value: number, goal: number, digits = 1): Bar => ({
  name,
  measured: Number.isFinite(value) ? value.toFixed(digits) : 'nothing measured',
  goal: `≤ ${goal}`,
  isMet: value <= goal,
});

/** Met by a number that reaches the goal. */
export const atLeast = (name: string, value: number, goal: number): Bar => ({
  name,
  measured: String(value),
  goal: `≥ ${goal}`,
  isMet: value >= goal,
});
