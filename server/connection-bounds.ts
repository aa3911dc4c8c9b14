// How many connections a server takes: in all, and from one address, so that a single caller cannot take them from the others.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOfSocket } from './middleware/caller.ts';

export interface ConnectionBounds {
  /** Those beyond are closed as soon as they are made. */
  total: number;
  /** An IPv6 address counts with its whole /64 network. A request on one beyond is answered once; of a proxy there is no such bound. */
  perAddress: number;
}

export const usualBounds: ConnectionBounds = { total: 10_000, perAddress: 2_000 };

/** How long one beyond its address' bound may say nothing. */
const silentMs = 1_000;

export const boundNames = ['total', 'address'] as const;
export type BoundName = (typeof boundNames)[number];

export interface BoundedConnections {
  /** Whether a connection is one more than its address may have. */
  isBeyond(socket: Socket): boolean;
}

/** Bounds the connections of a server; `refused` is told of each one beyond. */
export function boundConnections(
  server: Server,
  { total, perAddress }: ConnectionBounds,
  refused: (bound: BoundName) => void,
): BoundedConnections {
  const open = new Map<string, number>();
  const beyond = new WeakSet<Socket>();
  server.maxConnections = total;
  server.on('drop', () => refused('total'));
  server.on('connection', (socket) => {
    const address = networkOfSocket(socket);
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
    if (count <= perAddress) return;
    beyond.add(socket);
    refused('address');
    // The HTTP server closes a connection on which nothing moved for so long.
    socket.setTimeout(silentMs);
  });
  return { isBeyond: (socket) => beyond.has(socket) };
}
