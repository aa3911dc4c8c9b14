import { join } from 'node:path';
import { afterAll } from 'vitest';
import { startServer } from '../../../server.ts';
import { fixtures, publishFolder } from '../../../site.ts';
import { clientKinds, connectHttp } from './clients.ts';
import { describeClient } from './what-clients-see.ts';

const server = await startServer(await publishFolder(join(fixtures, 'site')));
afterAll(() => server.close());

for (const kind of clientKinds)
  describeClient(`HTTP, for an SDK client (${kind})`, () => connectHttp(server.origin, kind));
