// The Markdown twins of pages: the same content as Markdown, with absolute links. The twin of an article begins as in section 2.5 of the
// HTTP specification, and has one more line, which links to the index for agents.
import type { Request } from 'express';
import { apiAccessSection, llmsPath, pagePath } from '../../../build/edition/locations.ts';
import { fillByteSlots, fillSlots } from '../../../build/edition/slots.ts';
import type { LanguageChoice } from '../../../build/edition/vocabulary.ts';
import type { Library } from '../../library.ts';
import type { Piece } from '../../operations/operation.ts';
import { articleOf, type PageAddress, pageOfTwin, pathIn, preferredLanguage, prefersMarkdown } from './addresses.ts';
import { searchIn } from './results.ts';

export interface Twin {
  pieces: Piece[];
  /** The content of the entity tag. Twins with equal content have equal tags. */
  tag: string;
  /** The path of the page. */
  page: string;
  /** Request headers that the answer depends on. */
  vary: string[];
}

/** The twin that a request asks for, by the suffix `.md` or by its Accept header; undefined when it asks for none. */
export function twinAt(library: Library, address: PageAddress, request: Request, origin: string): Twin | undefined {
  const named = pageOfTwin(address.path);
  if (named === undefined && !prefersMarkdown(request)) return undefined;
  const path = named ?? address.path;
  const negotiated = named === undefined ? ['Accept'] : [];
  const { slug = '', isParallel } = articleOf(path) ?? {};
  const position = library.positionOfSlug.get(slug);
  if (position !== undefined) {
    const choice = isParallel ? 'both' : (address.language ?? 'both');
    return { ...articleTwin(library, position, choice, origin), vary: negotiated };
  }
  // Search results have no twin: the API serves them better.
  if (path === '/' && named === undefined && searchIn(request.originalUrl, library) !== undefined) return undefined;
  const language = address.language ?? preferredLanguage(request);
  const template = path === '/' ? `${language}/home.md` : `${language}${path}.md`;
  if (!(path === '/' || isOfSite(path)) || !(template in library.pages)) return undefined;
  const text = fillSlots(library.pages[template] ?? '', { origin, index: indexLine(language, origin) });
  const vary = [...negotiated, ...(address.language === undefined ? ['Accept-Language'] : [])];
  return { pieces: [text], tag: text, page: pathIn({ ...address, path }, language), vary };
}

/** Whether a path has the form of a prebuilt page other than the home page. */
export const isOfSite = (path: string): boolean => /^\/(?:trust|docs|docs\/[^/]+|domains\/[^/]+)$/.test(path);

function articleTwin(library: Library, position: number, choice: LanguageChoice, origin: string): Omit<Twin, 'vary'> {
  const row = library.articles[position];
  if (row === undefined) throw new RangeError(`no article at position ${position}`);
  const section = apiAccessSection(row, choice, origin);
  const index = indexLine(choice, origin);
  const values = { origin, index, ...(choice !== 'both' && { language: `/${choice}` }) };
  return {
    pieces: [...fillByteSlots(library.body(position, `markdown.${choice}`), values), section],
    tag: `${library.bodyTag(position, `markdown.${choice}`)}\n${index}${section}`,
    page: pagePath(row.slug, choice === 'both' ? undefined : choice),
  };
}

/** The line that links to the index for agents, and a blank line. */
function indexLine(choice: LanguageChoice, origin: string): string {
  const link = `[llms.txt](${origin}${llmsPath})`;
  const lines = { zh: `完整的文档索引见 ${link}。`, en: `For the complete documentation index, see ${link}.` };
  return `${choice === 'both' ? `${lines.zh} ${lines.en}` : lines[choice]}\n\n`;
}
