import { join } from 'node:path';
import { fixtures, publishFolder } from '../../../site.ts';
import { connectStdio } from './clients.ts';
import { describeClient } from './what-clients-see.ts';

const edition = await publishFolder(join(fixtures, 'site'));

// The current SDK speaks revision 2026-07-28, the earlier SDK revision 2025-11-25.
for (const kind of ['current', 'earlier'] as const) describeClient('stdio', kind, (of) => connectStdio(edition, of));
