// Where the focus goes when results are replaced by others: to what stands in the place of what had it.

/** Undefined when the focus is elsewhere; the name of a filter or of a link to another page, or empty for a result. */
export function focusedIn(list: HTMLElement): string | undefined {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || !list.contains(activeElement)) return undefined;
  return activeElement.localName === 'summary' ? 'summary' : (activeElement.dataset.control ?? '');
}

export function refocus(focused: string | undefined, list: HTMLElement, input: HTMLElement): void {
  if (focused === undefined) return;
  const isOfPages = focused === 'next' || focused === 'previous';
  const same = isOfPages
    ? undefined
    : [...list.querySelectorAll<HTMLElement>('[data-control], summary')].find(
        (element) => (element.dataset.control ?? 'summary') === focused,
      );
  const place = same ?? list.querySelector<HTMLElement>('.rows h3 a') ?? input;
  place.focus({ preventScroll: isOfPages });
}
