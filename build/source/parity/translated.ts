// Whether code could be a translation of other code: what is written in Chinese stands for any words, the rest must agree.

const han = /\p{Script=Han}/u;

export const hasHan = (text: string): boolean => han.test(text);

/** A quoted string or a placeholder with Chinese in it, else a run of Chinese and what is joined to it. */
const chinese = new RegExp(
  [
    ...['"', "'", '`'].map((mark) => within(mark, mark, `${mark}\\n`)),
    within('\\{\\{', '\\}\\}', '{}\\n'),
    within('<', '>', '<>\\n'),
    '(?<![\\w\\\\/.~-])[\\w\\\\/.~-]*\\p{Script=Han}[\\p{Script=Han}\\w\\\\/.~，。、：；！？…（）“”‘’《》「」-]*(?: \\d+(?!\\w))?',
  ].join('|'),
  'gu',
);

/** Written so that every character is read once: a hostile line must not make the search slow. */
function within(open: string, close: string, not: string): string {
  return `${open}[^${not}\\p{Script=Han}]*\\p{Script=Han}[^${not}]*${close}`;
}

/** True when replacing the Chinese in one text by something gives the other. Linear: each literal piece is looked for once. */
export function couldTranslate(one: string, other: string): boolean {
  const [zh, en] = hasHan(one) ? [one, other] : [other, one];
  const pieces = tidy(zh).split(chinese);
  const target = tidy(en);
  const first = pieces.shift() ?? '';
  const last = pieces.pop();
  if (last === undefined) return first === target;
  if (!target.startsWith(first) || !target.endsWith(last) || target.length < first.length + last.length) return false;
  let from = first.length;
  for (const piece of pieces) {
    const at = target.indexOf(piece, from);
    if (at === -1) return false;
    from = at + piece.length;
  }
  return from <= target.length - last.length;
}

const tidy = (text: string): string =>
  text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ ?([|{}()[\]=,;:<>'"]) ?/g, '$1');
