// A crawler that starts from given requests and follows the addresses of this server until no new address occurs.
import { attributesNamed } from '../../build/markup.ts';
import type { Started } from '../../server.ts';
import { type Address, addressesIn, type Fill, mediaTypeOf } from './addresses.ts';

/** The result of requesting an address. */
interface Visit {
  /** Why the address does not work; undefined if this server answers it with 2xx. */
  fault?: string;
  mediaType: string;
  /** The ids of the elements of an HTML page. */
  ids: ReadonlySet<string>;
}

/** An address, and the answer in which it first occurred. */
interface Reference extends Address {
  from: string;
}

const requestsAtOnce = 8;
const redirectsMax = 5;

export class Crawler {
  /** The kinds of places in which addresses occurred. */
  readonly named = new Set<string>();
  /** The statuses of the answers to `call`. */
  readonly answered = new Set<number>();
  readonly #server: Started;
  readonly #fill: Fill;
  readonly #visits = new Map<string, Visit | undefined>();
  readonly #references = new Map<string, Reference>();
  readonly #waiting: string[] = [];
  /** The faults of links within a page to anchors that do not exist. */
  readonly #lost: string[] = [];

  constructor(server: Started, fill: Fill) {
    this.#server = server;
    this.#fill = fill;
  }

  /** Sends a request and records the addresses in its answer. The answer may be an error. */
  async call(path: string, accept: string): Promise<void> {
    const response = await this.#server.get(path, { 'accept-encoding': 'identity', accept });
    this.answered.add(response.status);
    const url = new URL(path, this.#server.origin).href;
    const from = `${response.status} of GET ${path} (${accept})`;
    await this.#take(from, url, response, true);
    const location = response.headers.get('location');
    if (location !== null) this.note(from, [{ url: new URL(location, url).href, kind: 'Location' }]);
  }

  /** Records addresses that occurred in an answer, and queues the requests that check them. */
  note(from: string, addresses: readonly Address[]): void {
    for (const address of addresses) {
      this.named.add(address.kind);
      const key = `${address.url} ${address.type ?? ''}`;
      if (this.#references.has(key)) continue;
      this.#references.set(key, { ...address, from });
      const pages = this.#isOwn(address.url) ? pagesMeant(address.url) : [];
      for (const page of pages.filter((one) => !this.#visits.has(one))) {
        this.#visits.set(page, undefined);
        this.#waiting.push(page);
      }
    }
  }

  /** Requests all recorded addresses, and recursively the addresses in their answers. */
  async follow(): Promise<void> {
    const worker = async (): Promise<void> => {
      for (let url = this.#waiting.pop(); url !== undefined; url = this.#waiting.pop()) {
        this.#visits.set(url, await this.#visit(url));
      }
    };
    while (this.#waiting.length > 0) await Promise.all(Array.from({ length: requestsAtOnce }, worker));
  }

  /** The faults of all recorded addresses; an empty list if all of them work. */
  faults(): string[] {
    const faults = [...this.#references.values()].flatMap((reference) => {
      const fault = this.#faultOf(reference);
      return fault === undefined ? [] : [`${reference.from} → ${reference.kind} ${reference.url}: ${fault}`];
    });
    return [...faults, ...this.#lost];
  }

  #faultOf({ url, type }: Reference): string | undefined {
    if (!this.#isOwn(url)) return isSafe(new URL(url)) ? undefined : 'elsewhere, and not https';
    const [first, ...others] = pagesMeant(url).map((page) => this.#visits.get(page));
    if (first === undefined) return 'never asked for';
    if (first.fault !== undefined) return first.fault;
    const promised = type ?? (new URL(url).pathname.endsWith('.md') ? 'text/markdown' : first.mediaType);
    if (first.mediaType !== promised) return `${first.mediaType} instead of ${promised}`;
    const anchor = anchorOf(url);
    const pages = first.mediaType === 'text/markdown' || first.mediaType === 'text/plain' ? others : [first];
    return anchor === '' || pages.some((page) => page?.ids.has(anchor)) ? undefined : `has no #${anchor}`;
  }

  #isOwn(url: string): boolean {
    return new URL(url).origin === this.#server.origin;
  }

  /**
   * Reads an answer, records its addresses and returns the ids in a page. Checks links to anchors of the same page at once. Search
   * pages link to further searches without end, so their links are recorded only if `call` requested the page.
   */
  async #take(from: string, url: string, response: Response, isCall: boolean): Promise<ReadonlySet<string>> {
    const { ok, headers } = response;
    const text = await response.text();
    const isPage = mediaTypeOf(headers) === 'text/html';
    const ids = new Set(isPage ? attributesNamed(text, 'id') : []);
    const addresses = addressesIn({ url, ok, headers, text }, this.#fill);
    const isWithin = (address: Address): boolean => isPage && address.url.startsWith(`${url}#`);
    for (const { url: place } of addresses.filter(isWithin))
      if (!ids.has(anchorOf(place))) this.#lost.push(`${from} → ${place}: has no such place`);
    const isSearch = isPage && /<meta name="robots" content="noindex"/.test(text);
    if (isCall || !isSearch) {
      const beyond = addresses.filter((address) => !isWithin(address));
      this.note(from, beyond);
    }
    return ids;
  }

  async #visit(start: string): Promise<Visit> {
    const failed = (fault: string): Visit => ({ fault, mediaType: '', ids: new Set() });
    let url = start;
    for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
      const { pathname, search } = new URL(url);
      const response = await this.#server.get(`${pathname}${search}`, { 'accept-encoding': 'identity' });
      const { status, ok, headers } = response;
      const ids = await this.#take(`GET ${pathname}${search}`, url, response, false);
      const location = headers.get('location');
      const isMoved = status === 301 || status === 308;
      if (!isMoved || location === null) return ok ? { mediaType: mediaTypeOf(headers), ids } : failed(`${status}`);
      url = new URL(location, url).href;
      if (!this.#isOwn(url)) return failed(`${status} to ${url}, which is elsewhere`);
    }
    return failed(`more than ${redirectsMax} redirects`);
  }
}

const anchorOf = (url: string): string => decodeURIComponent(new URL(url).hash.slice(1));

/** Requires https for other servers; addresses of this machine need no encryption. */
const isSafe = ({ protocol, hostname }: URL): boolean =>
  ['https:', 'mailto:'].includes(protocol) || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/**
 * The addresses to request in order to check an address. For an anchor in Markdown these include the HTML pages with the same
 * anchor, in the language of the address or in both languages.
 */
function pagesMeant(address: string): string[] {
  const { origin, pathname, search, hash } = new URL(address);
  const itself = `${origin}${pathname}${search}`;
  const [, language, page] = /^(\/zh|\/en)?(\/.*)\.md$/.exec(pathname) ?? [];
  if (hash === '' || page === undefined) return [itself];
  const languages = language === undefined ? ['/zh', '/en'] : [language];
  return [itself, ...languages.map((prefix) => `${origin}${prefix}${page.replace(/\/index$/, '/')}`)];
}
