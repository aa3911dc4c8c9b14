// What changed in a file, line by line, for `check --fix --dry-run`: near to a unified diff, without lines that stay.
import { codePointName } from './source/characters.ts';

/** Both texts have LF line ends. Empty when nothing changed. */
export function lineEdits(path: string, before: string, after: string): string {
  const [old, current] = [before.split('\n'), after.split('\n')];
  const hunks: string[] = [];
  let line = 0;
  while (line < old.length || line < current.length) {
    const start = line;
    while (line < Math.max(old.length, current.length) && old[line] !== current[line]) line += 1;
    if (line > start) hunks.push(hunk(start, old.slice(start, line), current.slice(start, line)));
    line += 1;
  }
  return hunks.length === 0 ? '' : [`--- ${path}`, `+++ ${path}`, ...hunks].join('\n');
}

function hunk(start: number, old: readonly string[], current: readonly string[]): string {
  const range = (lines: readonly string[]): string => `${start + 1}${lines.length === 1 ? '' : `,${lines.length}`}`;
  return [
    `@@ -${range(old)} +${range(current)} @@`,
    ...old.map((text) => `-${visible(text)}`),
    ...current.map((text) => `+${visible(text)}`),
  ].join('\n');
}

/** Shows the invisible characters that a fix deletes as escapes, which also do nothing to a terminal. */
function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Bidi_Control}\u200b\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]/gu,
    (character) => `<${codePointName(character)}>`,
  );
}
