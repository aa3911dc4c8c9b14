// A strict parser of `/llms.txt`, based on the format of llmstxt.org: a title, a quotation, free text without headings, and
// sections that contain only lists of links.
export interface ParsedIndex {
  title: string;
  summary: string;
  /** The free text before the first section. */
  info: string;
  sections: Map<string, { name: string; url: string; notes: string | undefined }[]>;
}

/** Throws if the text violates the format. */
export function parsedIndex(text: string): ParsedIndex {
  const [head = '', ...parts] = text.replace(/^\uFEFF/, '').split(/^## /m);
  const [, title = '', summary = '', info = ''] =
    /^# (.+)\n\n> (.+)\n\n([\s\S]+)$/.exec(head) ?? refuse('a title, a quotation and free text', head);
  if (/^#/m.test(info)) refuse('no heading before the sections', info);
  if (/\]\(|^\[[^\]]+\]:/m.test(info)) refuse('no link before the sections', info);
  const sections: ParsedIndex['sections'] = new Map();
  for (const part of parts) {
    const [heading = '', ...lines] = part.trimEnd().split('\n');
    if (sections.has(heading)) refuse('a section once', heading);
    const links = lines.filter((line) => line !== '').map(parsedLink);
    if (links.length === 0) refuse('a section with links', part);
    sections.set(heading, links);
  }
  return { title, summary, info: info.trim(), sections };
}

/** A link text ends at the first `]`, and an address at the first `)`, as in the reference parser of the format. */
function parsedLink(line: string): { name: string; url: string; notes: string | undefined } {
  const [, name = '', url = '', notes] =
    /^- \[([^\]]+)\]\(([^)\s]+)\)(?:: (.+))?$/.exec(line) ?? refuse('an entry of a list of links', line);
  return { name, url, notes };
}

function refuse(expected: string, found: string): never {
  throw new Error(`expected ${expected}, found: ${found.slice(0, 200)}`);
}
