// Finds unsafe addresses of links, after decoding them as browsers do. Knows no rule.
import { decodeReferences } from './html-pieces.ts';

/** The schemes that pages keep in links. */
const allowedSchemes: readonly string[] = ['https', 'http', 'mailto'];

export interface UnsafeAddress {
  /** In lower case; undefined for an address that begins with two slashes, whose scheme is that of its page. */
  scheme: string | undefined;
  /** The address as a browser reads it. */
  read: string;
}

/** Undefined for an address with an allowed scheme and for one within the site. */
export function unsafeAddress(address: string): UnsafeAddress | undefined {
  const read = strip(decodeReferences(address));
  // To browsers a backslash is a slash (WHATWG URL).
  if (/^[/\\]{2}/.test(read)) return { scheme: undefined, read };
  // RFC 3986, 3.1. A scheme is never percent-encoded: what begins with one that is encoded is a relative path.
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(read)?.[1]?.toLowerCase();
  return scheme === undefined || allowedSchemes.includes(scheme) ? undefined : { scheme, read };
}

/** Browsers drop tabs and line ends, and control characters and spaces at the beginning; models overlook the others, too. */
function strip(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is dropped.
  return text.replace(/[\u0000-\u0020\u007f\u00ad\u200b-\u200f\u2060\ufeff]+/g, '');
}
