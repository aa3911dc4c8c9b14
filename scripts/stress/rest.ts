// A server at rest: what it holds when nobody is connected and a collection has taken what nobody needs.
import { openConnections } from './open-connections.ts';
import type { ServerProcess } from './server-process.ts';

export interface Rest {
  heapBytes: number;
  rssBytes: number;
  /** Open file descriptors. */
  descriptors: number;
}

const lookEveryMs = 50;

/** Waits until no connection is open: one that is kept holds on to the edition of its last answer. */
export async function restOf(server: ServerProcess): Promise<Rest> {
  while (openConnections(server.port).length > 0) await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  const { heapBytes, rssBytes } = await server.collectedMemory();
  return { heapBytes, rssBytes, descriptors: server.descriptors() };
}
