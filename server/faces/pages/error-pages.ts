// Error pages for callers that prefer HTML: page not found, a bug, and too many requests.
import type { Request, Response } from 'express';
import { asSearched, pageSearchPath } from '../../../build/edition/page-search.ts';
import { escapeHtml, fillSlots, type SlotName } from '../../../build/edition/slots.ts';
import type { Language } from '../../../build/edition/vocabulary.ts';
import type { Problem } from '../../problems.ts';
import { contextOf } from '../../request-context.ts';
import { percentDecoded } from '../http/query-string.ts';
import { cacheControls, contentTypes, send } from '../http/send.ts';
import { addressOf, preferredLanguage } from './addresses.ts';
import { frameSlots } from './pages.ts';
import { askedSlots, searchIn } from './results.ts';

const words = {
  search: { zh: (text: string) => `搜索“${text}”`, en: (text: string) => `Search for “${text}”` },
  request: { zh: '请求编号', en: 'Request' },
  limited: {
    zh: (seconds: number) => `请求太频繁，暂时无法搜索。请在 ${seconds} 秒后再试。`,
    en: (seconds: number) => `There were too many requests to search now. Try again in ${seconds} seconds.`,
  },
} as const;

/** Whether the Accept header prefers HTML to JSON, as it does in requests of browsers. */
export const prefersHtml = (request: Request): boolean => request.accepts(['json', 'html']) === 'html';

export async function sendNotFoundPage(request: Request, response: Response, origin: string): Promise<void> {
  const language = languageOf(request);
  const q = asSearched(lastPartOf(request.path).replaceAll(/[-_.]+/g, ' '));
  // The page links to a search instead of running it, because a request without `q` counts against no limit.
  const address = escapeHtml(pageSearchPath({ q }, language));
  const results = q === '' ? '' : `<p><a href="${address}">${words.search[language](escapeHtml(q))}</a></p>`;
  return sendPage(request, response, { status: 404, name: 'not-found', slots: { results }, origin });
}

/** Sends a page for a bug. It shows only the request id, by which the operator finds the bug in the log. */
export async function sendErrorPage(request: Request, response: Response, origin: string): Promise<void> {
  const id = escapeHtml(contextOf(response).requestId);
  const results = `<p>${words.request[languageOf(request)]} <code>${id}</code></p>`;
  return sendPage(request, response, { status: 500, name: 'error', slots: { results }, origin });
}

/** Sends the search page without results to a caller over its limit. The search form keeps the query. */
export async function sendLimitedPage(
  request: Request,
  response: Response,
  found: Problem,
  origin: string,
): Promise<void> {
  const language = languageOf(request);
  const seconds = found.retryAfterSeconds ?? 1;
  response.set('Retry-After', String(seconds));
  const slots = {
    ...askedSlots(searchIn(request.originalUrl, contextOf(response).library) ?? {}, language),
    found: words.limited[language](seconds),
  };
  return sendPage(request, response, { status: 429, name: 'search', slots, origin });
}

interface ErrorPage {
  status: number;
  name: 'not-found' | 'error' | 'search';
  slots: Partial<Record<SlotName, string>>;
  origin: string;
}

async function sendPage(
  request: Request,
  response: Response,
  { status, name, slots, origin }: ErrorPage,
): Promise<void> {
  const { library } = contextOf(response);
  const template = library.pages[`${languageOf(request)}/${name}`] ?? '';
  await send(request, response, {
    status,
    contentType: contentTypes.html,
    pieces: [fillSlots(template, { ...frameSlots(library, origin), ...slots })],
    cacheControl: cacheControls.never,
    vary: ['Accept', 'Accept-Language'],
  });
}

const languageOf = (request: Request): Language => addressOf(request.path).language ?? preferredLanguage(request);

function lastPartOf(path: string): string {
  const part = path.replace(/\/+$/, '').replace(/^.*\//, '').replace(/\.md$/, '');
  // If the path is not valid UTF-8, there is no name to search for.
  return percentDecoded(part) ?? '';
}
