// What is asked of every server of a comparison, and what the other servers than ours answer it with.
import { z } from 'zod';

/** What a peer answers at a path: the JSON text of an answer's `data`, or a Markdown text. */
export const peerAnswer = z.object({ path: z.string(), format: z.enum(['json', 'markdown']), text: z.string() });
export type PeerAnswer = z.infer<typeof peerAnswer>;

export const peerKinds = ['raw', 'fastify', 'express'] as const;
export type PeerKind = (typeof peerKinds)[number];

/** The headers that every answer of the service has (HTTP specification, section 8), as a peer writes them. */
export const peerDiscovery = {
  'X-Agent-API-Endpoint': 'http://localhost:8080/api/v1',
  'X-Agent-API-Docs': 'http://localhost:8080/docs',
} as const;

export const peerTypes = {
  json: 'application/json; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
} as const;

/** A limit that is counted and never reached. */
export const peerLimit = { windowMs: 60_000, max: 1_000_000_000 } as const;

/** Ids as anybody would make them cheaply. */
export function peerIds(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `req_${count.toString(36).padStart(12, '0')}`;
  };
}

/** The envelope as an object, for those who serialise it for each request. */
export const peerEnvelope = (data: unknown, requestId: string): object => ({
  success: true,
  data,
  error: null,
  meta: { requestId, timestamp: new Date().toISOString() },
});
