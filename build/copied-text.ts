// Texts that are kept: what was cut out of a text holds all of that text in memory, a copy does not.

/** V8 cuts shorter texts out as copies (`SlicedString::kMinLength`). */
const slicedLengthMin = 13;

/** The same text, also when a character of it was cut in half. */
export const copiedText = (text: string): string => (text.length < slicedLengthMin ? text : structuredClone(text));
