// What raw HTML in Markdown holds: comments, tags, attributes, and the text between tags. A scanner, not a parser: it reads
// each character once and accepts anything. Knows no rule.

export interface HtmlPiece {
  kind: 'comment' | 'tag' | 'attribute' | 'text';
  /** The name of an attribute in lower case; empty otherwise. */
  name: string;
  /** References (`&#58;`) decoded; of a tag, its beginning and its name (`</pre`). */
  value: string;
  /** The offset in the HTML at which the value begins. */
  start: number;
}

const gap = /[\s/]*/y;
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/y;
const openingTag = /<\/?[a-z][^\s/>]*/iy;

/** The pieces of some raw HTML, in order. */
export function htmlPieces(html: string): HtmlPiece[] {
  const pieces: HtmlPiece[] = [];
  let at = 0;
  while (at < html.length) {
    if (html.startsWith('<!--', at)) {
      // `<!-->` is a whole comment to browsers.
      const closing = html.indexOf('-->', at + 2);
      const end = closing === -1 ? html.length : closing;
      pieces.push({ kind: 'comment', name: '', value: decodeReferences(html.slice(at + 4, end)), start: at + 4 });
      at = end + 3;
    } else if (html[at] === '<') {
      at = readTag(html, at, pieces);
    } else {
      const next = html.indexOf('<', at);
      const end = next === -1 ? html.length : next;
      pieces.push({ kind: 'text', name: '', value: decodeReferences(html.slice(at, end)), start: at });
      at = end;
    }
  }
  return pieces;
}

/** Reads a tag and its attributes; what is no tag is text. Gives the offset behind it. */
function readTag(html: string, start: number, pieces: HtmlPiece[]): number {
  openingTag.lastIndex = start;
  const tag = openingTag.exec(html);
  if (tag === null) {
    pieces.push({ kind: 'text', name: '', value: '<', start });
    return start + 1;
  }
  pieces.push({ kind: 'tag', name: '', value: tag[0], start });
  let at = start + tag[0].length;
  while (at < html.length && html[at] !== '>') {
    // Passed over first and for good, so that a long gap is not read again at each of its characters.
    gap.lastIndex = at;
    at += gap.exec(html)?.[0].length ?? 0;
    if (html[at] === undefined || html[at] === '>') break;
    attribute.lastIndex = at;
    const match = attribute.exec(html);
    if (match === null) {
      at += 1;
      continue;
    }
    const value = match[2] ?? match[3] ?? match[4];
    const end = at + match[0].length;
    if (value !== undefined) {
      const quote = match[4] === undefined ? 1 : 0;
      const name = (match[1] ?? '').toLowerCase();
      pieces.push({ kind: 'attribute', name, value: decodeReferences(value), start: end - quote - value.length });
    }
    at = end;
  }
  return at + 1;
}

/** The named references that hide an address or a word; others stay as they are, because they hide nothing. */
const named: { readonly [name: string]: string } = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  colon: ':',
  sol: '/',
  bsol: '\\',
  tab: '\t',
  newline: '\n',
  lpar: '(',
  rpar: ')',
};

/** Decodes numeric references, with or without their semicolon as browsers do, and the named ones above. */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,7})(?=;));?/gi, (whole, hex, decimal, name) => {
    if (typeof name === 'string') return named[name.toLowerCase()] ?? whole;
    const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
