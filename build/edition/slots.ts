// Slots: the few places in a prebuilt page whose content only the running server knows. A slot is written
// NUL name NUL; no article can hold a NUL, because the compiler refuses control characters. Escaping happens here, once.

const slotNames = ['origin', 'query', 'results', 'reference'] as const;
export type SlotName = (typeof slotNames)[number];

/** The mark of a slot inside a page template. */
export const slot = (name: SlotName): string => `\0${name}\0`;

/** Fills every slot of a page; a slot without a value becomes empty. Values must be HTML already: see `escapeHtml`. */
export function fillSlots(template: string, values: Partial<Record<SlotName, string>>): string {
  return template
    .split('\0')
    .map((piece, index) => (index % 2 === 0 ? piece : (values[piece as SlotName] ?? '')))
    .join('');
}

/** Text as HTML text or as a double-quoted attribute's value. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
