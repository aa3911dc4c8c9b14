// The life cycle of workers: the primary replaces a worker that ended, workers stop together without losing a request, no worker
// outlives the primary, and a fault that prevents them from serving is reported once.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readAnswers } from '../../fuzz/raw-answers.ts';
import { redisIsHere, startRedis } from '../../redis.ts';
import { scrape } from '../../server/metrics/scraping.ts';
import { flood } from '../../server/processes/place.ts';
import { getText } from '../../server/raw.ts';
import { smallEdition } from '../../server/small-site.ts';
import { temporaryFolder } from '../../site.ts';
import { steleProcess, steleStart } from '../command.ts';

test('stele start with more than one worker but without Redis ends with 2 and one sentence', async () => {
  const given = ['--workers', '2', '--port', '0', '--edition', await smallEdition()];
  const stderr =
    'stele: --workers above 1 needs Redis, so that all processes count requests together; give the address of Redis with --redis-url or REDIS_URL\n';
  expect(await steleProcess(['start', ...given])).toEqual({ code: 2, stdout: '', stderr });
});

describe.skipIf(!redisIsHere())('two workers', () => {
  test('count requests together; a killed worker is replaced; if none can start, the service ends with 2', async () => {
    const edition = await smallEdition();
    const service = await startService(edition);
    const keyless = { requests: 1_000, from: '127.4.1.1' };
    expect(await flood([service.port], keyless)).toEqual({ 200: 100, 429: 900 });
    const counted = await scrape(service);
    expect(counted.value('stele_limiter_decisions_total', { plan: 'keyless', decision: 'admitted' })).toBe(100);
    expect(counted.value('stele_edition_articles')).toBe(4);
    const [killed = 0, kept] = service.workers();
    process.kill(killed, 'SIGKILL');
    await service.told('"msg":"a worker ended; another one starts"');
    await service.told('"msg":"serving 4 articles', 3);
    expect(service.workers()).toHaveLength(2);
    expect(service.workers()).toContain(kept);
    expect(service.workers()).not.toContain(killed);
    expect(await flood([service.port], keyless)).toEqual({ 429: 1_000 });
    const metrics = await scrape(service);
    expect(metrics.value('stele_worker_restarts_total')).toBe(1);
    expect(metrics.value('stele_workers')).toBe(2);

    await rm(join(edition, 'current'));
    const [first = 0, second = 0] = service.workers();
    process.kill(first, 'SIGKILL');
    // The second worker continues to serve while the replacement of the first one fails to start.
    await service.told('stele: cannot open the edition in');
    expect((await fetch(`${service.origin}/readyz`)).status).toBe(200);
    process.kill(second, 'SIGKILL');
    expect(await service.exited).toBe(2);
  });

  test('load a new edition on SIGHUP, and finish running requests on SIGTERM', async () => {
    const edition = await smallEdition();
    const service = await startService(edition);
    await smallEdition(1, edition);
    service.process.kill('SIGHUP');
    await service.told('"msg":"serving a new edition"', 2);

    const begun = await Promise.all(Array.from({ length: 8 }, () => beginRequest(service.port)));
    service.process.kill('SIGTERM');
    await service.told('"msg":"stopping"');
    const statuses = await Promise.all(begun.map((finish) => finish()));
    expect(statuses).toEqual(begun.map(() => 200));
    expect(await service.exited).toBe(0);
    await service.allEnded;
  });

  test('end immediately on a second signal, even with requests in progress', async () => {
    const service = await startService(await smallEdition());
    await Promise.all(Array.from({ length: 8 }, () => beginRequest(service.port)));
    service.process.kill('SIGTERM');
    await service.told('"msg":"stopping"');
    service.process.kill('SIGINT');
    expect(await service.exited).toBe(1);
    await service.allEnded;
  });

  test('end when their primary process was killed', async () => {
    const service = await startService(await smallEdition());
    service.process.kill('SIGKILL');
    await service.allEnded;
  });

  test('that cannot open the edition report it in one sentence, and the service ends with 2', async () => {
    const folders = ['--data', await temporaryFolder(), '--edition', await temporaryFolder()];
    const { url } = await startRedis();
    const stderr = expect.stringMatching(/^stele: cannot open the edition in .*: current is missing.*\n$/);
    const given = ['start', '--redis-url', url, '--workers', '3', '--port', '0', ...folders];
    expect(await steleProcess(given)).toEqual({ code: 2, stdout: '', stderr });
  });
});

/** Starts a service of two workers with a Redis of its own. The service ends with the test. */
async function startService(edition: string) {
  const { url } = await startRedis();
  const settings = ['--edition', edition, '--data', await temporaryFolder(), '--workers', '2', '--metrics-port', '0'];
  const serving = await steleStart([...settings, '--redis-url', url]);
  const child = serving.process;
  const service = {
    ...serving,
    port: Number(new URL(serving.origin).port),
    metricsAddress: /"metricsAddress":"([^"]+)"/.exec(serving.output())?.[1] ?? '',
    /** The process ids of the current workers, as Linux lists them in /proc. */
    workers(): number[] {
      const listed = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
      return (listed.match(/\d+/g) ?? []).map(Number);
    },
    /** Resolves when the output contains `text` `times` times. */
    async told(text: string, times = 1): Promise<void> {
      while (serving.output().split(text).length <= times) {
        if (child.stdout === null) throw new Error('the output is not piped');
        await once(child.stdout, 'data');
      }
    },
    /** Resolves when all processes of the service have ended. They share one output, which closes when the last process ends. */
    allEnded: once(child, 'close'),
  };
  await service.told('"msg":"serving ', 2);
  return service;
}

/** Sends a request and the beginning of a second one. Resolves to a function that sends the rest and resolves to the status. */
async function beginRequest(port: number): Promise<() => Promise<number | undefined>> {
  const socket = connect({ port, host: '127.0.0.1' });
  onTestFinished(() => void socket.destroy());
  const whole = getText('/healthz');
  socket.write(whole + whole.slice(0, -2));
  const first = await answerOn(socket);
  if (first !== 200) throw new Error(`answered with ${first}`);
  return () => {
    socket.write('\r\n');
    return answerOn(socket);
  };
}

/** The status of the next answer on a connection; undefined when the connection ends without one. */
async function answerOn(socket: Socket): Promise<number | undefined> {
  let received = Buffer.alloc(0);
  socket.on('error', () => undefined);
  while (readAnswers(received).answers.length === 0) {
    const [chunk] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [])]);
    if (chunk === undefined) return undefined;
    received = Buffer.concat([received, chunk]);
  }
  return readAnswers(received).answers[0]?.status;
}
