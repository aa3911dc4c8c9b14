// Parses the path of a page into its language and the rest, and tells whether a request asks for the page as HTML or as Markdown.
import type { Request } from 'express';
import { defaultLanguage, type Language, languages } from '../../../build/edition/vocabulary.ts';

export interface PageAddress {
  /** Undefined when the path has no language. Then the browser's preference decides. */
  language: Language | undefined;
  /** The path without its language. */
  path: string;
}

export function addressOf(path: string): PageAddress {
  const language = languages.find((candidate) => path.startsWith(`/${candidate}/`));
  return { language, path: language === undefined ? path : path.slice(language.length + 1) };
}

/** The path of the page in the given language, or without a language. */
export const pathIn = ({ path }: PageAddress, language: Language | undefined): string =>
  language === undefined ? path : `/${language}${path}`;

export function preferredLanguage(request: Request): Language {
  const accepted = request.acceptsLanguages(['en', 'zh', 'zh-CN', 'zh-Hans', 'zh-TW', 'zh-HK']);
  return typeof accepted === 'string' && accepted.startsWith('zh') ? 'zh' : defaultLanguage;
}

/** Whether the Accept header prefers Markdown to HTML. */
export const prefersMarkdown = (request: Request): boolean =>
  request.accepts(['html', 'text/markdown']) === 'text/markdown';

/** The path of the page whose Markdown twin has this path. */
export function pageOfTwin(path: string): string | undefined {
  if (path === '/index.md') return '/';
  return /^(\/.*[^/])\.md$/.exec(path)?.[1];
}

/** The slug in the path of an article's page. The path has no language; `/parallel` is the page with both languages side by side. */
export function articleOf(path: string): { slug: string; isParallel: boolean } | undefined {
  const [, slug, parallel] = /^\/articles\/([^/]+)(\/parallel)?$/.exec(path) ?? [];
  return slug === undefined ? undefined : { slug, isParallel: parallel !== undefined };
}
