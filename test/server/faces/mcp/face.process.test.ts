import { join } from 'node:path';
import { fixtures, publishFolder } from '../../../site.ts';
import { connectStdio } from './clients.ts';
import { describeClient } from './what-clients-see.ts';

const edition = await publishFolder(join(fixtures, 'site'));

// `test/scripts/mcp-command.process.test.ts` speaks revision 2025-11-25 over stdio.
describeClient('stdio, for an SDK client (current)', () => connectStdio(edition));
