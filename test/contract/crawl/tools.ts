// Crawls over MCP: makes tool calls and the calls that their results suggest, and records the addresses in the results.
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

export interface ToolCrawl {
  faults: string[];
  /** The kinds of places in results in which calls were suggested. */
  named: Set<string>;
}

/** Makes the given calls, which may fail. Then makes all suggested calls recursively, which must succeed, and reads all resources. */
export async function crawlTools(
  server: Started,
  calls: readonly ToolCall[],
  { crawler, fill }: { crawler: Crawler; fill: Fill },
): Promise<ToolCrawl> {
  const faults: string[] = [];
  const named = new Set<string>();
  const made = new Set<string>();
  const waiting: { from: string; call: ToolCall }[] = [];

  const suggest = (from: string, kind: string, suggested: readonly ToolCall[]): void => {
    for (const call of suggested) {
      named.add(kind);
      const key = JSON.stringify(call);
      if (!made.has(key)) waiting.push({ from, call });
      made.add(key);
    }
  };
  const note = (from: string, value: unknown, slug = ''): void => {
    const base = `${server.origin}/articles/${slug}.md`;
    crawler.note(from, addressesInJson(value, { base, fill }, 'MCP'));
  };

  async function make({ tool, arguments: given }: ToolCall): Promise<ToolResult> {
    const { status, body } = await callTool(server, tool, given);
    const from = `${tool} ${JSON.stringify(given)}`;
    const result: ToolResult = body.result ?? { isError: true, content: [{ text: JSON.stringify(body.error) }] };
    if (status !== 200) faults.push(`${from}: ${status}`);
    const { notice, results, passages, ...data } = result.structuredContent ?? {};
    suggest(from, 'MCP results', membersOf(results, 'id').map(fetchOf));
    suggest(from, 'MCP passages', membersOf(passages, 'citation').map(fetchOf));
    const { id, metadata, omitted } = data as { id?: string; metadata?: { lang: string }; omitted?: string[] };
    const left = (omitted ?? []).map((section) => ({
      tool: 'fetch',
      arguments: { id, section, lang: metadata?.lang },
    }));
    suggest(from, 'MCP omitted', left);
    suggest(from, 'MCP notice', callsIn(notice));
    if (result.isError === true) suggest(from, 'MCP problem', callsIn(result.content?.[0]?.text));
    note(from, { results });
    note(from, data, id);
    for (const { citation, text } of (passages ?? []) as { citation: string; text: string }[])
      note(from, { text }, citation.split('@')[0]);
    return result;
  }

  for (const call of calls) await make(call);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { isError, content } = await make(next.call);
    if (isError === true) faults.push(`${next.from} → ${JSON.stringify(next.call)}: ${content?.[0]?.text}`);
  }
  let cursor: string | undefined;
  do {
    const { body: listed } = await send(server, 'resources/list', { ...(cursor !== undefined && { cursor }) });
    cursor = listed.result.nextCursor;
    for (const { uri } of listed.result.resources) {
      const { body } = await send(server, 'resources/read', { uri });
      const [content] = body.result?.contents ?? [];
      if (content === undefined) faults.push(`resources/list → ${uri}: ${body.error?.message}`);
      const url = `${server.origin}/articles/${uri.slice('kb://articles/'.length)}.md`;
      const headers = new Headers({ 'content-type': content?.mimeType ?? '' });
      crawler.note(uri, addressesIn({ url, ok: true, headers, text: content?.text ?? '' }, fill));
    }
  } while (cursor !== undefined);
  return { faults, named };
}

const fetchOf = (id: string): ToolCall => ({ tool: 'fetch', arguments: { id } });

/** The calls that a text suggests at its end. */
const callsIn = (text: unknown): ToolCall[] =>
  [...String(text ?? '').matchAll(/(?:call|调用) (\w+)(?: with|，参数) (\{.*\})[.。]$/g)].map(
    ([, tool = '', given = '']) => ({ tool, arguments: JSON.parse(given) }),
  );

const membersOf = (list: unknown, name: string): string[] =>
  Array.isArray(list) ? list.map((one) => String(one[name])) : [];
