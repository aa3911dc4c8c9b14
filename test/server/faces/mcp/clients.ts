// Real MCP clients, connected: of the current SDK speaking each revision, and of the SDK before it; over HTTP and over stdio.
import { Client as CurrentClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as EarlierStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as EarlierHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { cleanEnvironment, program } from '../../../scripts/command.ts';

/** The common interface, because the two SDKs have different types. */
export interface McpClient {
  listTools(): Promise<{ tools: ListedTool[] }>;
  callTool(call: { name: string; arguments?: Record<string, unknown> }): Promise<CallAnswer>;
  listResources(page?: { cursor: string }): Promise<{ resources: ListedResource[]; nextCursor?: string | undefined }>;
  listResourceTemplates(): Promise<{ resourceTemplates: { uriTemplate: string; mimeType?: string | undefined }[] }>;
  readResource(asked: {
    uri: string;
  }): Promise<{ contents: { uri: string; mimeType?: string | undefined; text?: string }[] }>;
  listPrompts(): Promise<{
    prompts: { name: string; arguments?: { name: string; required?: boolean | undefined }[] | undefined }[];
  }>;
  getPrompt(asked: {
    name: string;
    arguments: Record<string, string>;
  }): Promise<{ messages: { role: string; content: unknown }[] }>;
  complete(asked: {
    ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string };
    argument: { name: string; value: string };
  }): Promise<{ completion: { values: string[] } }>;
  getInstructions(): string | undefined;
  close(): Promise<void>;
}

interface ListedTool {
  name: string;
  description?: string | undefined;
  inputSchema: Record<string, unknown>;
  outputSchema?: Record<string, unknown> | undefined;
  annotations?: Record<string, unknown> | undefined;
}

interface ListedResource {
  uri: string;
  name: string;
  title?: string | undefined;
  mimeType?: string | undefined;
}

export interface CallAnswer {
  content: { type: string; text?: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: answers are checked by what the tests expect of them.
  structuredContent?: any;
  isError?: boolean | undefined;
}

/** The SDK of a client, and how it negotiates the revision. */
export const clientKinds = ['current', 'current, as of 2025-11-25', 'earlier'] as const;
export type ClientKind = (typeof clientKinds)[number];

export interface ClientOptions {
  name?: string;
  headers?: Record<string, string>;
}

const clientOf = (kind: ClientKind, name: string): CurrentClient | EarlierClient =>
  kind === 'earlier'
    ? new EarlierClient({ name, version: '1' })
    : new CurrentClient(
        { name, version: '1' },
        { versionNegotiation: kind === 'current' ? { mode: { pin: '2026-07-28' } } : { mode: 'legacy' } },
      );

/** Connects over HTTP; the caller closes it. */
export async function connectHttp(
  origin: string,
  kind: ClientKind,
  { name = 'tea-client', headers = {} }: ClientOptions = {},
): Promise<McpClient> {
  const client = clientOf(kind, name);
  const url = new URL('/mcp', origin);
  const requestInit = { headers };
  const transport =
    kind === 'earlier'
      ? new EarlierHttpTransport(url, { requestInit })
      : new StreamableHTTPClientTransport(url, { requestInit });
  await client.connect(transport as never);
  return client as unknown as McpClient;
}

/** Starts `stele mcp` on an edition and connects to it; the process ends when the client is closed. */
export async function connectStdio(editionFolder: string, kind: ClientKind): Promise<McpClient> {
  const client = clientOf(kind, 'tea-client');
  const settings = {
    command: process.execPath,
    args: [program, 'mcp', '--edition', editionFolder],
    env: cleanEnvironment() as Record<string, string>,
    stderr: 'ignore' as const,
  };
  await client.connect(
    (kind === 'earlier' ? new EarlierStdioTransport(settings) : new StdioClientTransport(settings)) as never,
  );
  return client as unknown as McpClient;
}
