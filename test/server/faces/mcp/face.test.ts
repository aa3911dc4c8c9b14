import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type Started, startServer } from '../../../server.ts';
import { fixtures, publishFolder } from '../../../site.ts';
import { clientKinds, connectHttp } from './clients.ts';
import { describeClient } from './what-clients-see.ts';

let server: Started;
beforeAll(async () => {
  server = await startServer(await publishFolder(join(fixtures, 'site')));
});
afterAll(() => server.close());

for (const kind of clientKinds) describeClient('HTTP', kind, (of) => connectHttp(server.origin, of));
