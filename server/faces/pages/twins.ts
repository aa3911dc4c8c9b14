// The Markdown twins of pages: what is on a page, for those who would rather read Markdown. Articles begin as the HTTP
// specification, section 2.5, says; where the index is follows their quotation line, and every link is absolute.
import type { Request } from 'express';
import { apiAccessSection } from '../../../build/edition/api-access.ts';
import { llmsPath, pagePath } from '../../../build/edition/locations.ts';
import { fillByteSlots, fillSlots } from '../../../build/edition/slots.ts';
import type { Language, LanguageChoice } from '../../../build/edition/vocabulary.ts';
import type { Library } from '../../library.ts';
import type { Piece } from '../../operations/operation.ts';
import { articleOf, type PageAddress, pageOfTwin, pathIn, preferredLanguage, prefersMarkdown } from './addresses.ts';
import { searchIn } from './results.ts';

export interface Twin {
  pieces: Piece[];
  /** Two twins with one tag are the same. */
  tag: string;
  /** The path of the page. */
  page: string;
  /** Request headers that decided what this is. */
  vary: string[];
}

/** The twin that is asked for, by the suffix `.md` or by the Accept header. */
export function twinAt(library: Library, address: PageAddress, request: Request, origin: string): Twin | undefined {
  const named = pageOfTwin(address.path);
  const path = named ?? address.path;
  const negotiated = named === undefined ? ['Accept'] : [];
  if (!hasTwin(library, path, request) || (named === undefined && !prefersMarkdown(request))) return undefined;
  const position = positionAt(library, path);
  if (position !== undefined) {
    // Of both languages side by side the twin has both, too.
    const choice = isParallel(path) ? 'both' : (address.language ?? 'both');
    return { ...articleTwin(library, position, choice, origin), vary: negotiated };
  }
  const language = address.language ?? preferredLanguage(request);
  const text = fillSlots(library.pages[nameOf(path, language)] ?? '', {
    origin,
    index: indexLine(language, origin),
  });
  const vary = [...negotiated, ...(address.language === undefined ? ['Accept-Language'] : [])];
  return { pieces: [text], tag: text, page: pathIn({ ...address, path }, language), vary };
}

/** Whether a page has a twin; results of a search have none, because the API answers them better. */
export function hasTwin(library: Library, path: string, request: Request): boolean {
  if (path === '/') return request.path.endsWith('.md') || searchIn(request.originalUrl) === undefined;
  return (
    positionAt(library, path) !== undefined || (isOfSite(path) && Object.hasOwn(library.pages, nameOf(path, 'en')))
  );
}

function positionAt(library: Library, path: string): number | undefined {
  return library.positionOfSlug.get(articleOf(path)?.slug ?? '');
}

const isParallel = (path: string): boolean => articleOf(path)?.isParallel === true;

/** Whether a path is that of a prebuilt page of the site, other than the home page, if there is such a page. */
export const isOfSite = (path: string): boolean => /^\/(?:trust|docs|docs\/[^/]+|domains\/[^/]+)$/.test(path);

const nameOf = (path: string, language: Language): string => `${language}${path === '/' ? '/home' : path}.md`;

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

/** The line that tells agents where the index is, and the blank line behind it. */
function indexLine(choice: LanguageChoice, origin: string): string {
  const link = `[llms.txt](${origin}${llmsPath})`;
  const lines = { zh: `完整的文档索引见 ${link}。`, en: `For the complete documentation index, see ${link}.` };
  return `${choice === 'both' ? `${lines.zh} ${lines.en}` : lines[choice]}\n\n`;
}
