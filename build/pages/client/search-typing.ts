// What somebody types into a search box, when it is worth asking: after a moment's rest, and never in the middle of composing
// a character.
import { asSearched } from '../../edition/page-search.ts';

/** Shorter than the pause between two words, longer than that between two keys. */
const restMs = 160;

/** Two characters, or one that is a word by itself. */
export function worthAsking(typed: string): string | undefined {
  const text = asSearched(typed);
  return [...text].length >= 2 || /\p{Script=Han}/u.test(text) ? text : undefined;
}

export interface Typing {
  /** True while an input method composes: then Enter chooses characters. */
  isComposing(): boolean;
  /** Forgets what was typed and not yet told. */
  forget(): void;
}

/** Tells what was typed; at once when `isKnown` says that there is an answer already. */
export function onTyping(
  input: HTMLInputElement,
  { typed, isKnown }: { typed: (text: string) => void; isKnown: (text: string) => boolean },
): Typing {
  let composing = false;
  let rest: number | undefined;
  const note = (): void => {
    clearTimeout(rest);
    const text = input.value;
    if (isKnown(text)) typed(text);
    else rest = setTimeout(() => typed(text), restMs);
  };
  input.addEventListener('compositionstart', () => {
    composing = true;
    clearTimeout(rest);
  });
  input.addEventListener('compositionend', () => {
    composing = false;
    note();
  });
  input.addEventListener('input', () => {
    if (!composing) note();
  });
  return { isComposing: () => composing, forget: () => clearTimeout(rest) };
}
