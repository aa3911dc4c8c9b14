// What counts as «still to be written» in questions and answers.

const placeholderPattern = /^(?:TODO|TBD|待补充|待完善|…+|\.{3,})[.。:：]?$/i;

/** True when a text is only a placeholder. */
export function isPlaceholder(text: string): boolean {
  return placeholderPattern.test(text.trim());
}
