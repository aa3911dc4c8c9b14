// A strict HTML tokenizer, for tests of the markup in a page.

export interface Tag {
  name: string;
  isEnd: boolean;
  attributes: Record<string, string>;
}

const tag = /<(?<end>\/?)(?<name>[a-zA-Z][^\s/>]*)(?<rest>(?:"[^"]*"|'[^']*'|[^'">])*)>/g;
const attribute = /(?<name>[^\s"'>/=]+)(?:\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>[^\s"'>]+)))?/g;

/** The start and end tags of a page, in order. */
export function tagsIn(html: string): Tag[] {
  return [...html.matchAll(tag)].map(({ groups }) => ({
    name: (groups?.name ?? '').toLowerCase(),
    isEnd: groups?.end === '/',
    attributes: Object.fromEntries(
      [...(groups?.rest ?? '').matchAll(attribute)].map(({ groups: parts }) => [
        (parts?.name ?? '').toLowerCase(),
        unescaped(parts?.double ?? parts?.single ?? parts?.bare ?? ''),
      ]),
    ),
  }));
}

const dataBlock = /<script type="application\/ld\+json">([^<]*)<\/script>/g;

/** The parsed JSON-LD of a page. The pattern relies on the fact that the JSON-LD of a page never contains `<`. */
export const dataIn = (html: string): unknown[] =>
  [...html.matchAll(dataBlock)].map(([, text = '']) =>
    JSON.parse(text.replaceAll('\0origin\0', 'https://kb.example.org')),
  );

/** A page without its JSON-LD, which browsers do not run. */
export const withoutData = (html: string): string => html.replaceAll(dataBlock, '');

/** The text of a page outside its tags, with character references as written. */
export const betweenTags = (html: string): string => html.replace(/^<!doctype html>/, '').replace(tag, '');

/** The text of a page outside its tags, with character references decoded. */
export const textOf = (html: string): string => unescaped(betweenTags(html));

export const attributesNamed = (html: string, name: string): string[] =>
  tagsIn(html).flatMap(({ attributes }) => attributes[name] ?? []);

const named = new Map(Object.entries({ lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', amp: '&' }));

function unescaped(text: string): string {
  return text
    .replace(/&#x([\da-f]+);/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replace(/&#(\d+);/g, (_, decimal: string) => String.fromCodePoint(Number(decimal)))
    .replace(/&(\w+);/g, (whole, name: string) => named.get(name) ?? whole);
}
