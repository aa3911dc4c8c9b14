// The same over MCP: calls of tools, what they suggest to call next, and the addresses in their answers.
import { ask } from '../../server/faces/mcp/exchange.ts';
import type { Started } from '../../server.ts';
import { addressesIn, addressesInJson, type Fill } from './addresses.ts';
import type { ResourceCall, ToolCall } from './calls.ts';
import type { Crawler } from './crawler.ts';

type NamedCall = Pick<ToolCall, 'tool' | 'arguments'>;

interface ToolResult {
  isError?: true;
  content?: { text: string }[];
  structuredContent?: Record<string, unknown>;
}

export class ToolCaller {
  readonly faults: string[] = [];
  /** How often each kind of answer named a call. */
  readonly named = new Map<string, number>();
  readonly #made = new Set<string>();
  readonly #waiting: { from: string; call: NamedCall }[] = [];
  readonly #server: Started;
  readonly #crawler: Pick<Crawler, 'note'>;
  readonly #fill: Fill;

  constructor(server: Started, crawler: Pick<Crawler, 'note'>, fill: Fill) {
    this.#server = server;
    this.#crawler = crawler;
    this.#fill = fill;
  }

  /** How many calls were suggested and made. */
  get made(): number {
    return this.#made.size;
  }

  /** Makes a call of somebody's own, whatever comes of it. */
  async call(call: ToolCall | ResourceCall): Promise<void> {
    if (call.kind === 'tool') await this.#ask(call);
    else await this.#read(call.uri, { mayMiss: true });
  }

  /** Makes every call that was suggested, and those that are suggested there; reads all resources that are listed. */
  async follow(): Promise<void> {
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      const { isError, content } = await this.#ask(next.call);
      if (isError === true) this.faults.push(`${next.from} → ${JSON.stringify(next.call)}: ${content?.[0]?.text}`);
    }
    let cursor: string | undefined;
    do {
      const { body } = await ask(this.#server, 'resources/list', { ...(cursor !== undefined && { cursor }) });
      for (const { uri } of body.result.resources) await this.#read(uri, { mayMiss: false });
      cursor = body.result.nextCursor;
    } while (cursor !== undefined);
  }

  async #ask(call: NamedCall): Promise<ToolResult> {
    const { tool, arguments: given } = call;
    const { status, body } = await ask(this.#server, 'tools/call', { name: tool, arguments: given });
    const from = `${tool} ${JSON.stringify(given)}`;
    const result: ToolResult = body.result ?? { isError: true, content: [{ text: JSON.stringify(body.error) }] };
    if (status !== 200) this.faults.push(`${from}: ${status}`);
    const { nextStep, suggestions, omitted, ...data } = result.structuredContent ?? {};
    this.#suggest(from, 'MCP nextStep', [nextStep]);
    this.#suggest(from, 'MCP suggestions', suggestions);
    this.#suggest(from, 'MCP omitted', Array.isArray(omitted) ? omitted.map(({ call: named }) => named) : []);
    const inWords = /call (\w+) with (\{.*\})\.$/.exec(result.content?.[0]?.text ?? '');
    if (result.isError === true && inWords !== null) {
      const [, name = '', written = ''] = inWords;
      this.#suggest(from, 'MCP problem', [{ tool: name, arguments: JSON.parse(written) }]);
    }
    const reading = { base: `${this.#server.origin}/`, fill: this.#fill };
    this.#crawler.note(from, addressesInJson(data, reading, 'MCP'));
    return result;
  }

  #suggest(from: string, kind: string, calls: unknown): void {
    for (const call of (Array.isArray(calls) ? calls : []) as (NamedCall | undefined)[]) {
      if (call === undefined) continue;
      this.named.set(kind, (this.named.get(kind) ?? 0) + 1);
      const key = JSON.stringify(call);
      if (this.#made.has(key)) continue;
      this.#made.add(key);
      this.#waiting.push({ from, call });
    }
  }

  async #read(uri: string, { mayMiss }: { mayMiss: boolean }): Promise<void> {
    const { body } = await ask(this.#server, 'resources/read', { uri });
    const [content] = body.result?.contents ?? [];
    if (content === undefined) {
      if (!mayMiss) this.faults.push(`resources/list → ${uri}: ${body.error?.message}`);
      return;
    }
    const slug = uri.slice('kb://articles/'.length);
    const answer = {
      url: `${this.#server.origin}/articles/${slug}.md`,
      ok: true,
      headers: new Headers({ 'content-type': content.mimeType }),
      text: content.text,
    };
    this.#crawler.note(
      uri,
      addressesIn(answer, this.#fill).filter(({ kind }) => !kind.startsWith('X-')),
    );
  }
}
