// Reads the tags of a page, so that tests can check which resources a browser would load and run.

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

/** The parts of a page that begin with `<` but are neither closing tags nor tags that `tagsOf` reads. Must be empty. */
export function unexplained(html: string): string[] {
  const explained = html
    .replace(/^<!doctype html>/, '')
    .replaceAll(/<\/[a-z][a-z0-9-]*>/g, '')
    .replaceAll(/<([a-z][a-z0-9-]*)((?:\s+[^\s=<>/]+(?:="[^"]*")?)*)\s*\/?>/gi, '');
  return explained.match(/<.{0,40}/g) ?? [];
}

function unescaped(text: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replaceAll(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return named[name] ?? whole;
    return String.fromCodePoint(decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal));
  });
}

/** The first group of a pattern in a page, unescaped. */
export const textOf = (html: string, pattern: RegExp): string => unescaped(pattern.exec(html)?.[1] ?? '');
