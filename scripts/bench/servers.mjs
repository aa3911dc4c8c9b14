// Starts one of the servers that Stele is compared with. Each of them is set up as its documentation shows and sends fixed responses. This
// file is plain JavaScript, so that Node resolves its packages from scripts/bench/node_modules and not from the repository's own packages.
//
//   node servers.mjs raw|express|fastify|empty ANSWERS.json     prints {"origin": "http://127.0.0.1:…"} when it listens
//
// ANSWERS.json: [{ path, type, text, data }]. `data` is absent if the response is not JSON.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';

const [kind, file] = process.argv.slice(2);
const answers = file === undefined ? [] : JSON.parse(readFileSync(file, 'utf8'));

/** Headers that every response of Stele has too. */
const discovery = {
  'X-Agent-API-Endpoint': 'http://localhost:8080/api/v1',
  'X-Agent-API-Docs': 'http://localhost:8080/docs',
};
/** The rate limiters count requests, but the limit is too high to be reached. */
const windowMs = 60_000;
const limit = 1_000_000_000;

let count = 0;
const nextId = () => `req_${(count++).toString(36).padStart(12, '0')}`;
const envelope = (data, requestId) => ({
  success: true,
  data,
  error: null,
  meta: { requestId, timestamp: new Date().toISOString() },
});

const servers = {
  /** A server that only sends prepared bytes with four headers. Its throughput is an upper bound for all other servers. */
  raw() {
    const bodies = new Map(
      answers.map(({ path, type, text }) => {
        const body = Buffer.from(text);
        return [path, { type, body, zipped: gzipSync(body, { level: 9 }) }];
      }),
    );
    return createServer((request, response) => {
      const { type, body, zipped } = bodies.get(request.url);
      const isZipped = request.headers['accept-encoding'] === 'gzip';
      const sent = isZipped ? zipped : body;
      const headers = ['Content-Type', type, 'X-Request-Id', nextId(), 'Content-Length', String(sent.length)];
      response.writeHead(200, isZipped ? [...headers, 'Content-Encoding', 'gzip'] : headers);
      response.end(sent);
    });
  },

  async express() {
    const [{ default: express }, { default: helmet }, { default: compression }, { rateLimit }] = await Promise.all([
      import('express'),
      import('helmet'),
      import('compression'),
      import('express-rate-limit'),
    ]);
    const app = express();
    app.use(helmet(), compression());
    app.use((_request, response, next) => {
      response.locals.id = nextId();
      response.set({ 'X-Request-Id': response.locals.id, ...discovery });
      next();
    });
    app.use(rateLimit({ windowMs, limit, standardHeaders: 'draft-8', legacyHeaders: false }));
    for (const { path, type, text, data } of answers)
      app.get(path, (_request, response) => {
        if (data === undefined) response.type(type).send(text);
        else response.json(envelope(data, response.locals.id));
      });
    return createServer(app);
  },

  async fastify() {
    const [{ default: fastify }, { default: helmet }, { default: rateLimit }, { default: compress }] =
      await Promise.all([
        import('fastify'),
        import('@fastify/helmet'),
        import('@fastify/rate-limit'),
        import('@fastify/compress'),
      ]);
    const app = fastify({ genReqId: nextId });
    await app.register(helmet);
    await app.register(rateLimit, { max: limit, timeWindow: windowMs });
    await app.register(compress);
    app.addHook('onRequest', async ({ id }, reply) => void reply.headers({ 'X-Request-Id': id, ...discovery }));
    for (const { path, type, text, data } of answers)
      app.get(path, async ({ id }, reply) => (data === undefined ? reply.type(type).send(text) : envelope(data, id)));
    await app.ready();
    return app.server;
  },

  /** The baseline for the start time: loads the packages that Stele uses and sends a constant response. */
  async empty() {
    const [{ default: express }, { default: helmet }, { rateLimit }] = await Promise.all([
      import('express'),
      import('helmet'),
      import('express-rate-limit'),
    ]);
    const app = express();
    app.use(helmet(), rateLimit({ windowMs, limit: 30, standardHeaders: 'draft-8', legacyHeaders: false }));
    app.get('/api/v1/search', (_request, response) => void response.json({ items: [] }));
    return createServer(app);
  },
};

const server = await servers[kind]();
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ origin: `http://127.0.0.1:${server.address().port}` })}\n`);
});
