import { afterAll, describe } from 'vitest';
import { redisIsHere } from '../redis.ts';
import { startContract } from './contract.ts';
import { decisions } from './decisions/table.ts';
import { specify } from './statement.ts';

const contract = await startContract();
afterAll(() => contract.server.close());

describe.runIf(redisIsHere())('the decisions about HTTP, with a real Redis', () => {
  specify(decisions, () => contract, 'redis');
});
