// Plain text as Markdown: nothing in it opens a link, code, emphasis or HTML (CommonMark 0.31, section 2.4).

/** The text of one line, to be put into a paragraph, a list entry or the text of a link. */
export function escapedMarkdown(text: string): string {
  return text.replaceAll(/[\\`*[\]<]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&');
}
