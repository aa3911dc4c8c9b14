// The crawl over MCP: tool calls, the calls that they suggest, and the addresses in their answers.
import { callTool, ask as send } from '../../server/faces/mcp/exchange.ts';
import type { Started } from '../../server.ts';
import { addressesIn, addressesInJson, type Fill } from './addresses.ts';
import type { Crawler } from './crawler.ts';

export interface ToolCall {
  tool: string;
  arguments: Record<string, unknown>;
}

interface ToolResult {
  isError?: true;
  content?: { text: string }[];
  structuredContent?: Record<string, unknown>;
}

export class ToolCaller {
  readonly faults: string[] = [];
  /** The kinds of answers that suggested a call. */
  readonly named = new Set<string>();
  readonly #made = new Set<string>();
  readonly #waiting: { from: string; call: ToolCall }[] = [];
  readonly #server: Started;
  readonly #crawler: Pick<Crawler, 'note'>;
  readonly #fill: Fill;

  constructor(server: Started, crawler: Pick<Crawler, 'note'>, fill: Fill) {
    this.#server = server;
    this.#crawler = crawler;
    this.#fill = fill;
  }

  /** Makes a call, which may be refused. Its suggestions are followed later. */
  async call({ tool, arguments: given }: ToolCall): Promise<ToolResult> {
    const { status, body } = await callTool(this.#server, tool, given);
    const from = `${tool} ${JSON.stringify(given)}`;
    const result: ToolResult = body.result ?? { isError: true, content: [{ text: JSON.stringify(body.error) }] };
    if (status !== 200) this.faults.push(`${from}: ${status}`);
    const { notice, results, passages, ...data } = result.structuredContent ?? {};
    this.#suggest(from, 'MCP results', membersOf(results, 'id').map(fetchOf));
    this.#suggest(from, 'MCP passages', membersOf(passages, 'citation').map(fetchOf));
    const { id, metadata, omitted } = data as { id?: string; metadata?: { lang: string }; omitted?: string[] };
    const left = (omitted ?? []).map((section) => ({
      tool: 'fetch',
      arguments: { id, section, lang: metadata?.lang },
    }));
    this.#suggest(from, 'MCP omitted', left);
    this.#suggest(from, 'MCP notice', callsIn(notice));
    if (result.isError === true) this.#suggest(from, 'MCP problem', callsIn(result.content?.[0]?.text));
    const note = (value: unknown, slug = ''): void => {
      const base = `${this.#server.origin}/articles/${slug}.md`;
      this.#crawler.note(from, addressesInJson(value, { base, fill: this.#fill }, 'MCP'));
    };
    note({ results });
    note(data, id);
    for (const { citation, text } of (passages ?? []) as { citation: string; text: string }[])
      note({ text }, citation.split('@')[0]);
    return result;
  }

  /** Makes all suggested calls, and those that they suggest in turn; reads all listed resources. */
  async follow(): Promise<void> {
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      const { isError, content } = await this.call(next.call);
      if (isError === true) this.faults.push(`${next.from} → ${JSON.stringify(next.call)}: ${content?.[0]?.text}`);
    }
    let cursor: string | undefined;
    do {
      const { body } = await send(this.#server, 'resources/list', { ...(cursor !== undefined && { cursor }) });
      for (const { uri } of body.result.resources) await this.#read(uri);
      cursor = body.result.nextCursor;
    } while (cursor !== undefined);
  }

  #suggest(from: string, kind: string, calls: readonly ToolCall[]): void {
    for (const call of calls) {
      this.named.add(kind);
      const key = JSON.stringify(call);
      if (this.#made.has(key)) continue;
      this.#made.add(key);
      this.#waiting.push({ from, call });
    }
  }

  async #read(uri: string): Promise<void> {
    const { body } = await send(this.#server, 'resources/read', { uri });
    const [content] = body.result?.contents ?? [];
    if (content === undefined) {
      this.faults.push(`resources/list → ${uri}: ${body.error?.message}`);
      return;
    }
    const url = `${this.#server.origin}/articles/${uri.slice('kb://articles/'.length)}.md`;
    const headers = new Headers({ 'content-type': content.mimeType });
    const addresses = addressesIn({ url, ok: true, headers, text: content.text }, this.#fill);
    this.#crawler.note(
      uri,
      addresses.filter(({ kind }) => !kind.startsWith('X-')),
    );
  }
}

const fetchOf = (id: string): ToolCall => ({ tool: 'fetch', arguments: { id } });

/** The calls that a sentence suggests. */
const callsIn = (text: unknown): ToolCall[] =>
  [...String(text ?? '').matchAll(/(?:call|调用) (\w+)(?: with|，参数) (\{.*\})[.。]$/g)].map(
    ([, tool = '', given = '']) => ({ tool, arguments: JSON.parse(given) }),
  );

const membersOf = (list: unknown, name: string): string[] =>
  Array.isArray(list) ? list.map((one) => String(one[name])) : [];
