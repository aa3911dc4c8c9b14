import { test } from 'vitest';
import { redisIsHere } from '../../redis.ts';
import { nginxIsHere } from './nginx.ts';
import { restartUnderLoad } from './rolling-restarts.ts';

const isHere = nginxIsHere() && redisIsHere();

test.skipIf(!isHere)('two replicas behind nginx are restarted 2 times in turn, and every request is answered', () =>
  restartUnderLoad(2),
);
