// Which addresses of pictures are those of other sites, which pages never load.

/** An address with a scheme (`data:` too) or a host, as browsers read it: without space before it, tabs and line ends. */
export function isElsewhere(address: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what the URL standard strips.
  const read = address.replaceAll(/^[\u0000-\u0020]+|[\t\n\r]/g, '');
  return /^(?:[a-z][a-z\d+.-]*:|[/\\]{2})/i.test(read);
}
