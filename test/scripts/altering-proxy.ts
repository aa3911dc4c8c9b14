// An HTTP proxy that alters requests or answers, to simulate misconfigured proxies in front of a service.
import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

export interface Alteration {
  /** Selects the paths whose requests the proxy never answers. */
  silent?: (path: string) => boolean;
  /** Changes the headers of a request before the proxy forwards it. */
  asked?: (headers: IncomingHttpHeaders, path: string) => void;
  /** Changes an answer in place, or returns another one. */
  answered?: (answer: Answer, path: string, method: string) => Answer | undefined;
}

export interface AlteringProxy {
  origin: string;
  /** The received requests, such as `GET /path`. */
  asked: string[];
  /** Replaces the present alteration by another one. */
  become(alteration: Alteration): void;
}

/** Starts a proxy to a local port, and stops it at the end of the test. Use its origin as the public address of the service. */
export async function startAlteringProxy(port: () => number): Promise<AlteringProxy> {
  let alteration: Alteration = {};
  const asked: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const { url = '/', method = 'GET' } = incoming;
    asked.push(`${method} ${url}`);
    if (alteration.silent?.(url)) return;
    const headers = { ...incoming.headers };
    alteration.asked?.(headers, url);
    const passed = request(
      { host: '127.0.0.1', port: port(), path: url, method, headers, agent: false },
      async (came) => {
        const chunks: Buffer[] = [];
        for await (const chunk of came) chunks.push(chunk);
        const own = { status: came.statusCode ?? 0, headers: { ...came.headers }, body: Buffer.concat(chunks) };
        const { status, headers, body } = alteration.answered?.(own, url, method) ?? own;
        if (body !== own.body) headers['content-length'] = body.length;
        outgoing.writeHead(status, headers);
        outgoing.end(method === 'HEAD' ? undefined : body);
      },
    );
    passed.once('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${address.port}`,
    asked,
    become(next) {
      alteration = next;
    },
  };
}
