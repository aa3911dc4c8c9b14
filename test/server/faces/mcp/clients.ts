// Real MCP clients, connected: of the current SDK speaking each revision, and of the SDK before it; over HTTP and over stdio.
import { Client as CurrentClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as EarlierStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as EarlierHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { cleanEnvironment, program } from '../../../scripts/command.ts';

/** The interface of the current SDK; that of the earlier one has the same calls. */
export type McpClient = CurrentClient;

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
  return client as McpClient;
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
  return client as McpClient;
}
