import { join } from 'node:path';
import { fixtures, publishFolder } from '../../../site.ts';
import { connectStdio } from './clients.ts';
import { describeClient } from './what-clients-see.ts';

const edition = await publishFolder(join(fixtures, 'site'));

// One client for each revision.
for (const kind of ['current', 'earlier'] as const) describeClient('stdio', kind, (of) => connectStdio(edition, of));
