// Ports on 127.0.0.1: a free port for programs that cannot listen on port 0, and ports for servers of the test.
import { createServer, type Server } from 'node:net';
import { onTestFinished } from 'vitest';

async function listenOn0(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** A port that was free at the time of the call. */
export async function freePort(): Promise<number> {
  const listener = createServer();
  const port = await listenOn0(listener);
  await new Promise((resolve) => listener.close(resolve));
  return port;
}

/** Makes a server listen until the end of the test; resolves to its port. */
export function portOf(server: Server): Promise<number> {
  onTestFinished(() => void server.close());
  return listenOn0(server);
}
