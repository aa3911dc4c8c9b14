import { afterAll, describe } from 'vitest';
import { startContract } from './contract.ts';
import { decisions } from './decisions/table.ts';
import { specify } from './statement.ts';

const contract = await startContract();
afterAll(() => contract.server.close());

describe('decisions about the HTTP API', () => {
  specify(decisions, () => contract);
});
