// Parses a page into its tags: enough to find out what a browser would load, run and show.

export interface Tag {
  name: string;
  attributes: Map<string, string>;
}

/** Every opening tag of a page, with its attributes unescaped. */
export function tagsOf(html: string): Tag[] {
  return [...html.matchAll(/<([a-z][a-z0-9-]*)((?:\s+[^\s=<>/]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(
    ([, name = '', rest = '']) => ({
      name: name.toLowerCase(),
      attributes: new Map(
        [...rest.matchAll(/([^\s=<>/]+)(?:="([^"]*)")?/g)].map(([, attribute = '', value = '']) => [
          attribute,
          unescaped(value),
        ]),
      ),
    }),
  );
}

/** The number of `<` that begin markup in a page; it must equal the tags of `tagsOf` and closing tags, or markup is hidden. */
export function unexplained(html: string): string[] {
  const explained = html
    .replace(/^<!doctype html>/, '')
    .replaceAll(/<\/[a-z][a-z0-9-]*>/g, '')
    .replaceAll(/<([a-z][a-z0-9-]*)((?:\s+[^\s=<>/]+(?:="[^"]*")?)*)\s*\/?>/gi, '');
  return explained.match(/<.{0,40}/g) ?? [];
}

export function unescaped(text: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replaceAll(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return named[name] ?? whole;
    return String.fromCodePoint(decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal));
  });
}

/** The text of a page's element by a pattern, unescaped. */
export const textOf = (html: string, pattern: RegExp): string => unescaped(pattern.exec(html)?.[1] ?? '');
