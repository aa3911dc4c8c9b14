// Slots: the few places in a prebuilt text whose content only the running server knows. A slot is written NUL name NUL; no article
// can contain a NUL, because the compiler refuses control characters. Escaping happens here only.

const slotNames = [
  'origin',
  'language',
  'index',
  'query',
  'title',
  'kept',
  'parameters',
  'found',
  'results',
  'edition',
  'articles',
  'slug',
  'summary',
  'parallel',
] as const;
export type SlotName = (typeof slotNames)[number];

/** The mark of a slot inside a page template. */
export const slot = (name: SlotName): string => `\0${name}\0`;

/** Fills every slot of a page; a slot without a value becomes empty. Values must already be HTML: see `escapeHtml`. */
export function fillSlots(template: string, values: Partial<Record<SlotName, string>>): string {
  return template
    .split('\0')
    .map((piece, index) => (index % 2 === 0 ? piece : (values[piece as SlotName] ?? '')))
    .join('');
}

/**
 * Like `fillSlots`, for UTF-8 bytes, without copying the text between slots. A Markdown body without any value is the
 * representation of the HTTP specification, section 2.5; with `origin`, `language` and `index` it is the twin of a page.
 */
export function fillByteSlots(template: Buffer, values: Partial<Record<SlotName, string>>): (Buffer | string)[] {
  const pieces: (Buffer | string)[] = [];
  let at = 0;
  for (let start = template.indexOf(0); start !== -1; start = template.indexOf(0, at)) {
    const end = template.indexOf(0, start + 1);
    pieces.push(template.subarray(at, start), values[template.toString('latin1', start + 1, end) as SlotName] ?? '');
    at = end + 1;
  }
  pieces.push(template.subarray(at));
  return pieces;
}

/** Text as HTML text or as a double-quoted attribute's value. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
