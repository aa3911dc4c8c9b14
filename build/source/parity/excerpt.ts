// Long texts in messages, begun shortly before the place where they differ.
import { show } from '../../messages.ts';

const shownBefore = 30;

/** A text as an author would recognise it, held against another one. */
export function showFromDifference(text: string, other: string): string {
  const tidy = text.replace(/\s+/g, ' ');
  const from = commonStart(tidy, other.replace(/\s+/g, ' ')) - shownBefore;
  // A few characters less are not worth an ellipsis.
  return show(from < 10 ? tidy : `…${tidy.slice(from)}`);
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
