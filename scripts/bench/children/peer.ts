// A server that ours is compared with.
import { once } from 'node:events';
import type { Server } from 'node:http';
import { z } from 'zod';
import { peerAnswer, peerKinds } from '../serving/answers.ts';
import { expressServer } from '../serving/express.ts';
import { fastifyServer } from '../serving/fastify.ts';
import { rawServer } from '../serving/raw.ts';
import { answerParent, answerTo } from './answering.ts';

const opening = z.object({ kind: z.enum(peerKinds), answers: z.array(peerAnswer) });
const makers = { raw: rawServer, fastify: fastifyServer, express: expressServer } as const;

let server: Server | undefined;

answerParent([
  answerTo('open', opening, async ({ kind, answers }) => {
    server = await makers[kind](answers);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    return { port: typeof address === 'object' ? address?.port : undefined };
  }),
  answerTo('cpu', z.object({}), () => {
    const { user, system } = process.cpuUsage();
    return user + system;
  }),
]);
