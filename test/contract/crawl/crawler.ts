// A crawler that starts from any answer and goes wherever it leads on this server, until nothing new comes.
import { attributesNamed } from '../../build/markup.ts';
import type { Started } from '../../server.ts';
import { type Address, addressesIn, type Fill, mediaTypeOf } from './addresses.ts';

/** What is kept of an address that was asked. */
interface Visit {
  /** Undefined when the address led elsewhere or nowhere, and why. */
  fault: string | undefined;
  mediaType: string;
  /** Of an HTML page. */
  ids: ReadonlySet<string>;
}

/** An address as it was named, and where first. */
interface Reference extends Address {
  from: string;
}

const requestsAtOnce = 8;
const redirectsMax = 5;
const textTypes: readonly string[] = ['text/markdown', 'text/plain'];

export class Crawler {
  /** The kinds of addresses that were named. */
  readonly named = new Set<string>();
  /** The statuses of the answers to the calls. */
  readonly answered = new Set<number>();
  readonly #server: Pick<Started, 'origin' | 'get'>;
  readonly #fill: Fill;
  readonly #visits = new Map<string, Visit | undefined>();
  readonly #references = new Map<string, Reference>();
  readonly #waiting: string[] = [];
  /** Links within a page that lead to no place of it. */
  readonly #lost = new Map<string, string>();

  constructor(server: Pick<Started, 'origin' | 'get'>, fill: Fill) {
    this.#server = server;
    this.#fill = fill;
  }

  /** Sends a request, which may be refused; what its answer names is to be followed. */
  async call(path: string, headers: Record<string, string>): Promise<void> {
    const response = await this.#server.get(path, { 'accept-encoding': 'identity', ...headers });
    const { status } = response;
    this.answered.add(status);
    const url = new URL(path, this.#server.origin).href;
    const from = `${status} of GET ${path} (${Object.values(headers).join(' · ')})`;
    await this.#take(from, url, response, 'call');
    const location = response.headers.get('location');
    if (location !== null) this.note(from, [{ url: new URL(location, url).href, kind: 'Location' }]);
  }

  /** Takes note of what an answer names. */
  note(from: string, addresses: readonly Address[]): void {
    for (const address of addresses) {
      this.named.add(address.kind);
      const key = `${address.url} ${address.type ?? ''}`;
      if (this.#references.has(key)) continue;
      this.#references.set(key, { ...address, from });
      if (this.#isOwn(address.url)) for (const page of pagesMeant(address.url)) this.#want(page);
    }
  }

  /** Follows everything that was named, and what is named there in turn. */
  async follow(): Promise<void> {
    const worker = async (): Promise<void> => {
      for (let url = this.#waiting.pop(); url !== undefined; url = this.#waiting.pop()) {
        this.#visits.set(url, await this.#visit(url));
      }
    };
    while (this.#waiting.length > 0) await Promise.all(Array.from({ length: requestsAtOnce }, worker));
  }

  /** What is wrong with the addresses that were named; empty when all of them lead where they say. */
  faults(): string[] {
    const faults = [...this.#references.values()].flatMap((reference) =>
      this.#faultsOf(reference).map((fault) => `${reference.from} → ${reference.kind} ${reference.url}: ${fault}`),
    );
    return [...faults, ...[...this.#lost].map(([place, from]) => `${from} → ${place}: has no such place`)];
  }

  #faultsOf({ url, type }: Reference): string[] {
    if (!this.#isOwn(url)) return isSafe(new URL(url)) ? [] : ['elsewhere, and not https'];
    const [first, ...others] = pagesMeant(url).map((page) => this.#visits.get(page));
    if (first === undefined) return ['never asked for'];
    if (first.fault !== undefined) return [first.fault];
    const promised = type ?? (new URL(url).pathname.endsWith('.md') ? 'text/markdown' : undefined);
    if (promised !== undefined && first.mediaType !== promised) return [`${first.mediaType} instead of ${promised}`];
    const anchor = anchorOf(url);
    const pages = textTypes.includes(first.mediaType) ? others : [first];
    const isThere = anchor === '' || pages.some((page) => page?.ids.has(anchor));
    return isThere ? [] : [`has no #${anchor}`];
  }

  #isOwn(url: string): boolean {
    return new URL(url).origin === this.#server.origin;
  }

  #want(url: string): void {
    if (this.#visits.has(url)) return;
    this.#visits.set(url, undefined);
    this.#waiting.push(url);
  }

  /**
   * Reads an answer: notes what it names, and returns the places in it. A place of its own is judged at once. From the results of a
   * search, which lead to ever more searches, it is followed only when a call asked for them.
   */
  async #take(
    from: string,
    url: string,
    response: Response,
    reason: 'call' | 'followed',
  ): Promise<ReadonlySet<string>> {
    const { ok, headers } = response;
    const text = await response.text();
    const isPage = mediaTypeOf(headers) === 'text/html';
    const ids = new Set(isPage ? attributesNamed(text, 'id') : []);
    const addresses = addressesIn({ url, ok, headers, text }, this.#fill);
    const isWithin = (address: Address): boolean => isPage && address.url.startsWith(`${url}#`);
    for (const { url: place } of addresses.filter(isWithin)) {
      if (!ids.has(anchorOf(place)) && !this.#lost.has(place)) this.#lost.set(place, from);
    }
    const isSearch = isPage && /<meta name="robots" content="noindex"/.test(text);
    if (reason === 'call' || !isSearch) {
      this.note(
        from,
        addresses.filter((address) => !isWithin(address)),
      );
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
      const ids = await this.#take(`GET ${pathname}${search}`, url, response, 'followed');
      const location = headers.get('location');
      if ((status === 301 || status === 308) && location !== null) {
        url = new URL(location, url).href;
        if (!this.#isOwn(url)) return failed(`${status} to ${url}, which is elsewhere`);
        continue;
      }
      if (!ok) return failed(`${status}`);
      return { fault: undefined, mediaType: mediaTypeOf(headers), ids };
    }
    return failed(`more than ${redirectsMax} redirects`);
  }
}

const anchorOf = (url: string): string => decodeURIComponent(new URL(url).hash.slice(1));

/** An address on this machine needs no encryption. */
const isSafe = ({ protocol, hostname }: URL): boolean =>
  ['https:', 'mailto:'].includes(protocol) || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/**
 * What has to be asked for to judge an address: itself; and when it names a place in Markdown, the pages on which that has an
 * id: the one in its language, or both.
 */
function pagesMeant(address: string): string[] {
  const { origin, pathname, search, hash } = new URL(address);
  const itself = `${origin}${pathname}${search}`;
  const [, language, page] = /^(\/zh|\/en)?(\/.*)\.md$/.exec(pathname) ?? [];
  if (hash === '' || page === undefined) return [itself];
  const languages = language === undefined ? ['/zh', '/en'] : [language];
  return [itself, ...languages.map((prefix) => `${origin}${prefix}${page.replace(/\/index$/, '/')}`)];
}
