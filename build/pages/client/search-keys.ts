// From the search box through the results with the arrow keys, and back with Escape. The links keep the focus themselves, so
// that Enter, a new tab and a screen reader work as with any link.
export interface Walk {
  input: HTMLInputElement;
  /** Holds the box and the results. */
  place: HTMLElement;
  /** In their order. */
  links(): readonly HTMLElement[];
  /** In the box, or in the results; true when that did something, so that the box keeps its text. */
  leave(from: 'box' | 'results'): boolean;
}

export function walkWithKeys({ input, place, links, leave }: Walk): void {
  place.addEventListener('keydown', (event) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey, isComposing, target } = event;
    if (altKey || ctrlKey || metaKey || shiftKey || isComposing) return;
    const all = links();
    const at = target instanceof HTMLElement ? all.indexOf(target) : -1;
    if (target !== input && at === -1 && key !== 'Escape') return;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      const next = at + (key === 'ArrowDown' ? 1 : -1);
      if (at === -1 && next !== 0) return;
      event.preventDefault();
      if (next === -1) input.focus();
      else all[Math.min(next, all.length - 1)]?.focus();
    } else if (key === 'Escape' && leave(target === input ? 'box' : 'results')) event.preventDefault();
  });
}
