// How far down somebody was at every entry of the history, so that going back leads there again.
const restMs = 100;

export interface ScrollKeeper {
  /** Notes it in the present entry, before another one is made. */
  keep(): void;
  /** What was noted in the present entry. */
  kept(): number;
}

/** Notes it too whenever scrolling rests, while `isSettled` says that what is shown is the entry's. */
export function scrollKeeper(isSettled: () => boolean): ScrollKeeper {
  let rest: number | undefined;
  const keep = (): void => {
    clearTimeout(rest);
    if (isSettled()) history.replaceState({ scrollY: window.scrollY }, '');
  };
  addEventListener('scroll', () => {
    clearTimeout(rest);
    rest = setTimeout(keep, restMs);
  });
  return {
    keep,
    kept() {
      clearTimeout(rest);
      const { state } = history;
      return typeof state === 'object' && state !== null && typeof state.scrollY === 'number' ? state.scrollY : 0;
    },
  };
}
