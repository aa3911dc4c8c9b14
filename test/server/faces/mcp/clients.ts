// Connects real MCP clients: over HTTP the current SDK in two protocol revisions and the SDK before it, over stdio the current SDK.
import { Client as CurrentClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { cleanEnvironment, program } from '../../../scripts/command.ts';

/** The client of the current SDK. The client of the earlier SDK has the same methods. */
export type McpClient = CurrentClient;

/** The SDK of a client and the protocol revision that it negotiates. `current` means revision 2026-07-28. */
export const clientKinds = ['current', 'current, as of 2025-11-25', 'earlier'] as const;
type ClientKind = (typeof clientKinds)[number];

const clientInfo = { name: 'tea-client', version: '1' };

const clientOf = (kind: ClientKind): CurrentClient | EarlierClient =>
  kind === 'earlier'
    ? new EarlierClient(clientInfo)
    : new CurrentClient(clientInfo, {
        versionNegotiation: kind === 'current' ? { mode: { pin: '2026-07-28' } } : { mode: 'legacy' },
      });

/** Connects a client over HTTP. The test closes the client. */
export async function connectHttp(origin: string, kind: ClientKind): Promise<McpClient> {
  const client = clientOf(kind);
  const url = new URL('/mcp', origin);
  const transport = kind === 'earlier' ? new EarlierHttpTransport(url) : new StreamableHTTPClientTransport(url);
  await client.connect(transport as never);
  return client as McpClient;
}

/** Starts `stele mcp` on an edition and connects the current SDK; the process ends when the client is closed. */
export async function connectStdio(editionFolder: string): Promise<McpClient> {
  const client = clientOf('current');
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp', '--edition', editionFolder],
    env: cleanEnvironment() as Record<string, string>,
    stderr: 'ignore',
  });
  await client.connect(transport as never);
  return client as McpClient;
}
