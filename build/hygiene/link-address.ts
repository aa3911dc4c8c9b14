// What the scheme of an address is, once everything that hides it is undone. Knows no rule.
import { decodeReferences } from './html-pieces.ts';

/** The schemes that pages keep in links. */
export const allowedSchemes: readonly string[] = ['https', 'http', 'mailto'];

export interface AddressScheme {
  /** In lower case. */
  scheme: string;
  /** The address as a browser or a model would read it; undefined when nothing was hidden. */
  decoded: string | undefined;
}

/** How often an address may be percent-encoded over again; each round at least halves what is encoded. */
const roundsMax = 4;
/** RFC 3986, 3.1. */
const scheme = /^([a-z][a-z0-9+.-]*):/i;

/** The scheme of an address; undefined for a relative one. Tabs, line ends and control characters are nothing to browsers. */
export function schemeOf(address: string): AddressScheme | undefined {
  let text = strip(decodeReferences(address));
  let match = scheme.exec(text);
  // A plain address is not decoded: a relative path may hold an encoded colon behind its first slash.
  for (let round = 0; match === null && round < roundsMax && mayHideScheme(text); round += 1) {
    const decoded = strip(decodeReferences(percentDecoded(text)));
    if (decoded === text) break;
    text = decoded;
    match = scheme.exec(text);
  }
  const name = match?.[1];
  if (name === undefined) return undefined;
  return { scheme: name.toLowerCase(), decoded: text === address ? undefined : text };
}

/** Percent signs before the first slash, question mark or hash: behind those nothing is a scheme. */
function mayHideScheme(text: string): boolean {
  return /^[^/?#]*%[\da-f]{2}/i.test(text);
}

function strip(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is dropped.
  return text.replace(/[\u0000-\u0020\u007f\u00ad\u200b-\u200f\u2060\ufeff]+/g, '');
}

/** Decodes what decodes, one byte sequence at a time, so that one bad sign does not save the rest. */
function percentDecoded(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded.replace(/%([0-7][\da-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    }
  });
}
