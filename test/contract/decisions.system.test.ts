import { afterAll, describe } from 'vitest';
import { redisIsHere } from '../redis.ts';
import { startContract } from './contract.ts';
import { decisions } from './decisions/table.ts';
import { specify } from './statement.ts';

const contract = await startContract();
afterAll(() => contract.server.close());

describe.runIf(redisIsHere())('decisions about the HTTP API, with Redis', () => {
  specify(decisions, () => contract, 'redis');
});
