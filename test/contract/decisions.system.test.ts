import { afterAll, beforeAll, describe } from 'vitest';
import { redisIsHere } from '../redis.ts';
import { type Contract, startContract } from './contract.ts';
import { decisions } from './decisions/table.ts';
import { specify } from './statement.ts';

describe.runIf(redisIsHere())('the decisions about HTTP, with a real Redis', () => {
  let contract: Contract;
  beforeAll(async () => {
    contract = await startContract();
  });
  afterAll(() => contract.server.close());
  specify(decisions, () => contract, 'redis');
});
