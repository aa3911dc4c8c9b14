// The life of several workers: one that dies is replaced, they stop together without losing a request, none outlives the
// primary, and what keeps them from serving is said once.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ask } from '../../answers.ts';
import { readAnswers } from '../../fuzz/raw-answers.ts';
import { scrape } from '../../server/metrics/scraping.ts';
import { flood } from '../../server/processes/place.ts';
import { getText } from '../../server/raw.ts';
import { smallEdition } from '../../server/small-site.ts';
import { temporaryFolder } from '../../site.ts';
import { steleProcess } from '../command.ts';
import { isThere, type Service, startWorkers } from './service.ts';

let edition: string;
beforeAll(async () => {
  edition = await smallEdition();
});

interface Caller {
  answered: number;
  /** The first request that was answered on its connection; undefined before one was. */
  first: string | undefined;
  /** Of each call that failed, what was `first` then. */
  failedOn: (string | undefined)[];
}

/** Calls again and again on one connection at a time, until `isOver`. */
async function callOn(port: number, caller: Caller, isOver: () => boolean): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let socket: Socket | undefined;
  while (!isOver()) {
    const response = await new Promise<IncomingMessage | undefined>((resolve) => {
      get({ port, host: '127.0.0.1', path: '/healthz', agent }, (answer) => {
        const { socket: used } = answer;
        if (used !== socket) caller.first = String(answer.headers['x-request-id']);
        socket = used;
        answer.resume().on('error', () => resolve(undefined));
        answer.on('end', () => resolve(answer));
      }).on('error', () => resolve(undefined));
    });
    if (response !== undefined) {
      caller.answered += 1;
      continue;
    }
    caller.failedOn.push(caller.first);
    caller.first = socket = undefined;
  }
  agent.destroy();
}

/** The process that answered a request, by the log. */
const answeredBy = ({ output }: Service, requestId: string | undefined): number =>
  Number(new RegExp(`"pid":(\\d+)[^\\n]*"requestId":"${requestId}"`).exec(output())?.[1]);

describe('a worker that is killed under load', () => {
  test('is replaced, gives no limit back, and takes no request of the others with it', async () => {
    const service = await startWorkers(2, { edition, given: ['--metrics-port', '0'] });
    const metricsAddress = /"metricsAddress":"([^"]+)"/.exec(service.output())?.[1];
    expect(await flood([service.port], { requests: 1_000, from: '127.4.1.1' })).toEqual({ 200: 100, 429: 900 });
    const counted = (await scrape({ metricsAddress })).value('stele_limiter_decisions_total', {
      plan: 'keyless',
      decision: 'admitted',
    });
    const callers = Array.from({ length: 12 }, (): Caller => ({ answered: 0, first: undefined, failedOn: [] }));
    let isOver = false;
    const calling = callers.map((caller) => callOn(service.port, caller, () => isOver));
    const eachAnswered = async (more: number): Promise<void> => {
      const goals = callers.map(({ answered }) => answered + more);
      const done = (): boolean => callers.every(({ answered }, index) => answered >= (goals[index] ?? 0));
      await expect.poll(done, { timeout: 60_000 }).toBe(true);
    };
    await eachAnswered(5);
    // A process that is killed takes the last lines of its log with it.
    const areKnown = (): boolean => callers.every(({ first }) => answeredBy(service, first) > 0);
    await expect.poll(areKnown, { timeout: 60_000 }).toBe(true);
    const [killed = 0, other] = service.workers();
    process.kill(killed, 'SIGKILL');
    await service.told('"msg":"a worker was ended by SIGKILL; another one starts at once"');
    await eachAnswered(5);
    await service.told('"msg":"a worker serves in the place of one that ended"');
    isOver = true;
    await Promise.all(calling);
    const failures = callers.flatMap(({ failedOn }) => failedOn);
    for (const requestId of failures) expect(answeredBy(service, requestId)).toBe(killed);
    for (const { failedOn } of callers) expect(failedOn.length).toBeLessThanOrEqual(1);

    expect(service.workers()).toHaveLength(2);
    expect(service.workers()).toContain(other);
    expect(service.workers()).not.toContain(killed);
    expect(await flood([service.port], { requests: 1_000, from: '127.4.1.1' })).toEqual({ 429: 1_000 });
    const after = await scrape({ metricsAddress });
    expect(after.value('stele_worker_restarts_total')).toBe(1);
    expect(after.value('stele_workers')).toBe(2);
    // What the killed one had counted when it was last read stays counted.
    expect(after.value('stele_limiter_decisions_total', { plan: 'keyless', decision: 'admitted' })).toBe(counted);
  });
});

describe('workers that are told to stop', () => {
  test('first take up a new edition on SIGHUP; on SIGTERM they answer what has begun, and end with 0', async () => {
    const own = await smallEdition();
    const service = await startWorkers(2, { edition: own });
    await smallEdition(1, own);
    service.process.kill('SIGHUP');
    await service.told('"msg":"serving a new edition"', 2);

    const begun = await Promise.all(Array.from({ length: 8 }, () => beginRequest(service.port)));
    const workers = service.workers();
    service.process.kill('SIGTERM');
    await service.told('"msg":"stopping"');
    const statuses = await Promise.all(begun.map((finish) => finish()));
    expect(statuses).toEqual(begun.map(() => 200));
    expect(await service.exited).toBe(0);
    expect(workers.filter(isThere)).toEqual([]);
  });

  test('end at once with 1 on a second signal', async () => {
    const service = await startWorkers(2, { edition });
    await Promise.all(Array.from({ length: 8 }, () => beginRequest(service.port)));
    const workers = service.workers();
    service.process.kill('SIGTERM');
    await service.told('"msg":"stopping"');
    service.process.kill('SIGINT');
    expect(await service.exited).toBe(1);
    await expect.poll(() => workers.filter(isThere), { timeout: 60_000 }).toEqual([]);
  });

  test('are gone when the primary was killed', async () => {
    const service = await startWorkers(2, { edition });
    const workers = service.workers();
    expect(workers).toHaveLength(2);
    service.process.kill('SIGKILL');
    await expect.poll(() => workers.filter(isThere), { timeout: 60_000 }).toEqual([]);
  });
});

describe('what keeps workers from serving', () => {
  test('is said in one sentence, with exit code 2, by nobody but the primary', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const damaged = await temporaryFolder();
    await writeFile(join(damaged, 'state.db'), 'not a database at all, and long enough to be taken for one'.repeat(50));
    const empty = join(await temporaryFolder(), 'empty');
    await mkdir(empty);
    const start = async (...given: string[]) => {
      const data = given.includes('--data') ? [] : ['--data', await temporaryFolder()];
      const free = given.includes('--port') ? [] : ['--port', '0'];
      return steleProcess([
        'start',
        '--workers',
        '3',
        ...(given.includes('--edition') ? [] : ['--edition', edition]),
        ...data,
        ...free,
        ...given,
      ]);
    };
    const sentence = (stderr: unknown) => ({ code: 2, stdout: '', stderr });
    const [taken, metricsTaken, missing, unreadable] = await Promise.all([
      start('--port', String(port)),
      start('--metrics-port', String(port)),
      start('--edition', empty),
      start('--data', damaged),
    ]);
    expect(taken).toEqual(sentence(`stele: port ${port} on 127.0.0.1 is in use; choose another with --port\n`));
    expect(metricsTaken).toEqual(
      sentence(`stele: port ${port} on 127.0.0.1 is in use; choose another with --metrics-port (METRICS_PORT)\n`),
    );
    expect(missing).toEqual(
      sentence(expect.stringMatching(/^stele: cannot open the edition in .*: current is missing.*\n$/)),
    );
    expect(unreadable).toEqual(sentence(expect.stringMatching(/^stele: .*state\.db is damaged.*\n$/)));
  });

  test('ends the service when it comes later and nobody is left', async () => {
    const own = await smallEdition();
    const service = await startWorkers(2, { edition: own });
    await rm(join(own, 'current'));
    const [first = 0, second = 0] = service.workers();
    process.kill(first, 'SIGKILL');
    // The other one serves on while the replacement fails.
    await service.told('"reason":"cannot open the edition in');
    expect((await ask(`${service.origin}/readyz`)).status).toBe(200);
    process.kill(second, 'SIGKILL');
    expect(await service.exited).toBe(2);
    expect(service.output()).toMatch(/\nstele: cannot open the edition in [^\n]*: current is missing[^\n]*\n/);
  });
});

/** Sends a request and the begin of another one, which is then with the server; resolves to what sends the rest of it. */
async function beginRequest(port: number): Promise<() => Promise<number | undefined>> {
  const socket = connect({ port, host: '127.0.0.1' });
  onTestFinished(() => void socket.destroy());
  let received = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
  });
  const ended = new Promise((resolve) => socket.once('end', resolve).once('error', resolve));
  const whole = getText('/healthz');
  socket.write(whole + whole.slice(0, -2));
  await expect.poll(() => readAnswers(received).answers.length, { timeout: 60_000 }).toBe(1);
  return async () => {
    socket.write('\r\n');
    await ended;
    return readAnswers(received).answers[1]?.status;
  };
}
