// Express as such services are usually written: helmet, compression, express-rate-limit and `response.json`. It keeps no log and
// no statistics.
import { createServer, type RequestListener, type Server } from 'node:http';
import { peerModule } from '../../eval/peers/installed.ts';
import { type PeerAnswer, peerDiscovery, peerEnvelope, peerIds, peerLimit, peerTypes } from './answers.ts';

interface Response {
  locals: Record<string, unknown>;
  set(headers: Record<string, string>): Response;
  type(name: string): Response;
  json(body: object): void;
  send(body: string): void;
}

/** What is used of Express 5. */
interface App extends RequestListener {
  use(middleware: unknown): void;
  get(path: string, handler: (request: unknown, response: Response) => void): void;
}

type Maker = (options?: object) => unknown;

export function expressServer(answers: readonly PeerAnswer[]): Server {
  const app = peerModule<() => App>('express')();
  const { rateLimit } = peerModule<{ rateLimit: Maker }>('express-rate-limit');
  const nextId = peerIds();
  app.use(peerModule<Maker>('helmet')());
  app.use(peerModule<Maker>('compression')());
  app.use((_request: unknown, response: Response, next: () => void) => {
    response.locals.id = nextId();
    response.set({ 'X-Request-Id': String(response.locals.id), ...peerDiscovery });
    next();
  });
  app.use(
    rateLimit({ windowMs: peerLimit.windowMs, limit: peerLimit.max, standardHeaders: 'draft-8', legacyHeaders: false }),
  );
  for (const { path, format, text } of answers) {
    const data: unknown = format === 'json' ? JSON.parse(text) : undefined;
    app.get(path, (_request, response) => {
      if (format === 'markdown') response.type(peerTypes.markdown).send(text);
      else response.json(peerEnvelope(data, String(response.locals.id)));
    });
  }
  return createServer(app);
}
