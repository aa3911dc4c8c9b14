// Slots are the places in a prebuilt text that only the running server can fill, such as its public address. A slot is written
// NUL name NUL. Articles cannot contain a NUL, because the compiler refuses control characters.

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

/** The text that marks a slot in a template. */
export const slot = (name: SlotName): string => `\0${name}\0`;

/** Fills every slot of a page. A slot without a value becomes empty. Values must be HTML: escape text with `escapeHtml`. */
export function fillSlots(template: string, values: Partial<Record<SlotName, string>>): string {
  return template
    .split('\0')
    .map((piece, index) => (index % 2 === 0 ? piece : (values[piece as SlotName] ?? '')))
    .join('');
}

/**
 * Like `fillSlots`, for UTF-8 bytes; the text between slots is not copied. Filled without values, a Markdown body becomes the
 * representation that section 2.5 of the HTTP specification describes. Filled with `origin`, `language` and `index`, it becomes the
 * Markdown version of a page.
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

/** Escapes text for HTML content and for double-quoted attribute values. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
