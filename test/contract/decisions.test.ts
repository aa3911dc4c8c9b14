import { afterAll, beforeAll, describe } from 'vitest';
import { type Contract, startContract } from './contract.ts';
import { decisions } from './decisions/table.ts';
import { specify } from './statement.ts';

let contract: Contract;
beforeAll(async () => {
  contract = await startContract();
});
afterAll(() => contract.server.close());

describe('the decisions about HTTP', () => {
  specify(decisions, () => contract);
});
