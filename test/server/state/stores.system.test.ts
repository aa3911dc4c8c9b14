import { describe } from 'vitest';
import { redisIsHere } from '../../redis.ts';
import { redis } from './store-kinds.ts';
import { describeStore } from './stores.ts';

describe.runIf(redisIsHere())('with a separate Redis server for each test', () => describeStore(redis));
