// Fastify as its documentation shows it: its own plugins for limits, security headers and compression, objects answered as they
// are. It keeps no log, no statistics and no entity tags.
import type { Server } from 'node:http';
import { peerModule } from '../../eval/peers/installed.ts';
import { type PeerAnswer, peerDiscovery, peerEnvelope, peerIds, peerLimit, peerTypes } from './answers.ts';

interface Reply {
  header(name: string, value: string): Reply;
  send(body: unknown): Reply;
}

/** What is used of fastify 5. */
interface Fastify {
  server: Server;
  register(plugin: unknown, options: object): Promise<unknown>;
  addHook(name: 'onRequest', hook: (request: { id: string }, reply: Reply, done: () => void) => void): void;
  get(path: string, handler: (request: { id: string }, reply: Reply) => unknown): void;
  ready(): Promise<unknown>;
}

export async function fastifyServer(answers: readonly PeerAnswer[]): Promise<Server> {
  const app = peerModule<(options: object) => Fastify>('fastify')({ genReqId: peerIds() });
  await app.register(peerModule('@fastify/helmet'), {});
  await app.register(peerModule('@fastify/rate-limit'), { max: peerLimit.max, timeWindow: peerLimit.windowMs });
  await app.register(peerModule('@fastify/compress'), {});
  app.addHook('onRequest', ({ id }, reply, done) => {
    reply.header('X-Request-Id', id);
    for (const [name, value] of Object.entries(peerDiscovery)) reply.header(name, value);
    done();
  });
  for (const { path, format, text } of answers) {
    if (format === 'markdown') app.get(path, (_, reply) => reply.header('Content-Type', peerTypes.markdown).send(text));
    else {
      const data: unknown = JSON.parse(text);
      app.get(path, ({ id }) => peerEnvelope(data, id));
    }
  }
  await app.ready();
  return app.server;
}
