// The tags of those who asked a query, as both stores keep them: a short text of numbers.

/** Tags kept at most: whoever comes after them changes nothing. */
export const tagsMax = 16;

export const tagText = (tags: ReadonlySet<number>): string => [...tags].map((tag) => tag.toString(36)).join(' ');

export const tagsOf = (text: string): Set<number> =>
  new Set(text === '' ? [] : text.split(' ').map((tag) => Number.parseInt(tag, 36)));

export const merged = (kept: ReadonlySet<number>, more: ReadonlySet<number>): Set<number> =>
  new Set([...kept, ...more].slice(0, tagsMax));
