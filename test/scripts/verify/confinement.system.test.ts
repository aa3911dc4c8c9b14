import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bubblewrap, hasBubblewrap } from '../../../scripts/verify/confinement/bubblewrap.ts';
import type { Confinement, Ended, Program } from '../../../scripts/verify/confinement/confinement.ts';
import { nodePermissions } from '../../../scripts/verify/confinement/node-permissions.ts';
import { temporaryFolder } from '../../site.ts';

const kinds = ['bubblewrap', 'node'] as const;
const isHere = { bubblewrap: await hasBubblewrap(), node: true };
if (!isHere.bubblewrap) console.warn('skipped: what needs bubblewrap, which is not here or cannot work');

interface Room {
  confinement: Confinement;
  /** What the program may write to. */
  folder: string;
  /** Beside it: nobody's business. */
  outside: string;
  /** Runs a program of Node, as an example is run. */
  node(code: string, more?: Partial<Program>): Promise<Ended>;
}

async function roomIn(kind: (typeof kinds)[number], serviceSocket = ''): Promise<Room> {
  const outside = await temporaryFolder();
  const folder = join(outside, 'article', 'work');
  await mkdir(folder, { recursive: true });
  let printed = 0;
  const places = {
    folder,
    printTo: () => join(outside, `printed-${printed++}`),
    serviceSocket: async () => serviceSocket,
  };
  const confinement = kind === 'bubblewrap' ? bubblewrap(places) : nodePermissions(places);
  return {
    confinement,
    folder,
    outside,
    async node(code, more = {}) {
      await writeFile(join(folder, 'example.mjs'), code);
      const given = ['--disable-warning=ExperimentalWarning', './example.mjs'];
      return confinement.run({ name: 'node', arguments: given, network: 'none', ...more });
    },
  };
}

/** Whether a process with these words in its command line is running. */
const isRunning = (words: string): boolean =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').includes(words);
      } catch {
        return false;
      }
    });

describe.each(kinds)('an example confined by %s', (kind) => {
  const when = it.runIf(isHere[kind]);

  when('prints to both streams in the order in which it wrote, and ends with its own code', async () => {
    const { node } = await roomIn(kind);
    const ended = await node("console.log('one'); console.error('two'); console.log('three'); process.exitCode = 3;");
    expect(ended).toEqual({ exitCode: 3, printed: 'one\ntwo\nthree\n', passed: undefined });
  });

  when('writes to its folder and to the temporary folder', async () => {
    const { node, folder } = await roomIn(kind);
    const ended = await node(`
      import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
      import { tmpdir } from 'node:os';
      import { join } from 'node:path';
      writeFileSync('mine.txt', 'mine');
      const path = join(mkdtempSync(join(tmpdir(), 'x-')), 'a');
      writeFileSync(path, 'temporary');
      console.log(readFileSync('mine.txt', 'utf8'), readFileSync(path, 'utf8'));`);
    expect(ended).toMatchObject({ exitCode: 0, printed: 'mine temporary\n' });
    expect(await readFile(join(folder, 'mine.txt'), 'utf8')).toBe('mine');
  });

  when('changes nothing outside its folder, by whatever path', async () => {
    const { node, outside } = await roomIn(kind);
    await writeFile(join(outside, 'kept.txt'), 'kept');
    const before = await readdir(outside);
    const ended = await node(`
      import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
      const outside = ${JSON.stringify(outside)};
      const tries = {
        absolute: () => writeFileSync(outside + '/new.txt', 'x'),
        relative: () => writeFileSync('../../new.txt', 'x'),
        append: () => appendFileSync(outside + '/kept.txt', 'x'),
        remove: () => rmSync(outside + '/kept.txt'),
        folder: () => mkdirSync(outside + '/new'),
        link: () => { symlinkSync(outside + '/kept.txt', 'link'); appendFileSync('link', 'x'); },
        system: () => writeFileSync('/etc/stele-was-here', 'x'),
      };
      for (const [name, attempt] of Object.entries(tries)) {
        try { attempt(); console.log(name, 'worked'); } catch (error) { console.log(name, 'refused'); }
      }`);
    expect(ended.printed.match(/worked/g) ?? []).toEqual([]);
    expect(ended.printed.match(/refused/g)).toHaveLength(7);
    expect(await readFile(join(outside, 'kept.txt'), 'utf8')).toBe('kept');
    expect(new Set(await readdir(outside))).toEqual(new Set(before));
  });

  when('reads nothing of its user’s files and environment', async () => {
    const { node, outside } = await roomIn(kind);
    await writeFile(join(outside, 'secret.txt'), 'the secret');
    process.env.STELE_TEST_SECRET = 'the secret';
    onTestFinished(() => {
      delete process.env.STELE_TEST_SECRET;
    });
    const ended = await node(`
      import { readFileSync } from 'node:fs';
      console.log(JSON.stringify(process.env));
      try { console.log(readFileSync(${JSON.stringify(join(outside, 'secret.txt'))}, 'utf8')); } catch { console.log('refused'); }`);
    expect(ended.printed).toContain('refused');
    expect(ended.printed).not.toContain('the secret');
  });

  when('is stopped at its time limit', async () => {
    const { node } = await roomIn(kind);
    const started = performance.now();
    const ended = await node("console.log('on'); for (;;);", { limits: { timeMs: 1000 } });
    expect(ended).toMatchObject({ exitCode: null, passed: 'time', printed: 'on\n' });
    // Far less than the loop would take, however slow the machine.
    expect(performance.now() - started).toBeLessThan(15_000);
  });

  when('is stopped when it takes more memory than it may', async () => {
    const { node } = await roomIn(kind);
    const ended = await node('const all = []; for (;;) all.push(Buffer.alloc(8 * 2 ** 20, 1));', {
      limits: { memoryMiB: 200 },
    });
    expect(ended.passed).toBe('memory');
  });

  when('is stopped when it prints without end', async () => {
    const { node } = await roomIn(kind);
    const ended = await node("for (;;) console.log('x'.repeat(10_000));");
    expect(ended.passed).toBe('output');
    expect(ended.printed.length).toBeLessThanOrEqual(2 ** 20);
  });

  when.each([
    ['its folder', "'.'"],
    ['the temporary folder', "(await import('node:os')).tmpdir()"],
  ])('is stopped when it fills %s with files', async (_, place) => {
    const { node } = await roomIn(kind);
    const ended = await node(
      `import { writeFileSync } from 'node:fs';
      const place = ${place};
      const piece = Buffer.alloc(2 ** 20, 1);
      for (let n = 0; n < 100; n++) writeFileSync(place + '/' + n, piece);
      await new Promise((done) => setTimeout(done, 10_000));`,
      { limits: { filesMiB: 30 } },
    );
    expect(ended.passed).toBe('files');
  });

  when('has no network but its own loopback', async () => {
    const { node } = await roomIn(kind);
    const ended = await node(`
      import dgram from 'node:dgram';
      import { once } from 'node:events';
      import http from 'node:http';
      import net from 'node:net';
      const server = http.createServer((_, response) => response.end('here')).listen(0, '127.0.0.1');
      await once(server, 'listening');
      console.log(await (await fetch('http://127.0.0.1:' + server.address().port)).text());
      server.close();
      server.closeAllConnections();
      // An address that is set apart for documentation (RFC 5737).
      const [error] = await once(net.connect(80, '192.0.2.1').on('connect', () => console.log('out')), 'error').catch((e) => [e]);
      console.log(error.code);
      await fetch('http://192.0.2.1/').catch((e) => console.log(e.cause.code));
      const socket = dgram.createSocket('udp4');
      try { socket.send('x', 9, '192.0.2.1', (e) => { console.log(e?.code ?? 'sent'); socket.close(); }); } catch (e) { console.log(e.code); socket.close(); }`);
    expect(ended).toMatchObject({ exitCode: 0, printed: 'here\nENETUNREACH\nENETUNREACH\nENETUNREACH\n' });
  });

  when('does not get around that by other ways to connect', async () => {
    const { node, outside } = await roomIn(kind);
    const path = join(outside, 's');
    const server = createServer((socket) => socket.end('reached')).listen(path);
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const ended = await node(`
      import dgram from 'node:dgram';
      import dns from 'node:dns';
      import net from 'node:net';
      const away = '192.0.2.1';
      const lookup = (name, options, done) => options.all ? done(null, [{ address: away, family: 4 }]) : done(null, away, 4);
      const told = (name, socket) => new Promise((tell) => {
        for (const event of ['connect', 'data', 'error']) socket.once(event, (error) => {
          // Nothing listens on its own loopback; what was refused so was not let out.
          console.log(name, error?.message?.includes(away + ':') && error.code === 'ECONNREFUSED' ? 'out' : error instanceof Error ? 'refused' : 'out');
          socket.destroy?.();
          tell();
        });
      });
      await told('a path', net.connect(${JSON.stringify(path)}));
      await told('a path in options', net.connect({ path: ${JSON.stringify(path)} }));
      await told('a lookup of one’s own', net.connect({ host: 'localhost', port: 9, lookup }));
      await told('a port as text', new net.Socket().connect('9', away));
      const socket = dgram.createSocket('udp4');
      try { socket.connect(9, away); await told('a connected datagram', socket); } catch { console.log('a connected datagram refused'); }
      socket.close();
      const tell = (name) => (error) => console.log(name, error ? 'refused' : 'out');
      await dns.promises.lookup('example.org').then(tell('a name'), tell('a name'));
      await new Promise((done) => dns.resolve4('example.org', (error) => { console.log('a name server', error.code); done(); }));
      await new dns.promises.Resolver().resolve4('example.org').catch((error) => console.log('a resolver', error.code));
      const own = net.createServer((socket) => socket.end('own')).listen('own.sock', () =>
        net.connect('own.sock').on('data', (text) => { console.log(String(text)); own.close(); }));`);
    expect(ended.printed).toBe(
      [
        ...[
          'a path',
          'a path in options',
          'a lookup of one’s own',
          'a port as text',
          'a connected datagram',
          'a name',
        ].map((name) => `${name} refused\n`),
        'a name server ECONNREFUSED\na resolver ECONNREFUSED\nown\n',
      ].join(''),
    );
  });

  when('sends no signals to who started it', async () => {
    const { node } = await roomIn(kind);
    const ended = await node(`
      for (const attempt of [() => process.kill(${process.pid}, 0), () => process._debugProcess(${process.pid})]) {
        try { attempt(); console.log('sent'); } catch { console.log('refused'); }
      }
      process.kill(process.pid, 'SIGTERM');
      setTimeout(() => console.log('lives'), 5000);`);
    expect(ended.printed).toBe('refused\nrefused\n');
  });

  when('uses the packages of this project', async () => {
    const { node } = await roomIn(kind);
    const ended = await node("import { z } from 'zod'; console.log(z.string().parse('x'));");
    expect(ended).toMatchObject({ exitCode: 0, printed: 'x\n' });
  });
});

describe('what bubblewrap alone can do', () => {
  const when = it.runIf(isHere.bubblewrap);

  when('lets an example start processes, none of which outlives it', async () => {
    const { node } = await roomIn('bubblewrap');
    const mark = `${1000 + Math.floor(Math.random() * 1e6)}.5`;
    const ended = await node(`
      import { spawn } from 'node:child_process';
      spawn('setsid', ['sleep', '${mark}'], { detached: true, stdio: 'ignore' }).unref();
      console.log('started');`);
    expect(ended).toMatchObject({ exitCode: 0, printed: 'started\n' });
    await expect.poll(() => isRunning(`sleep ${mark}`)).toBe(false);
  });

  when('stops all processes of an example at the time limit', async () => {
    const { confinement, folder } = await roomIn('bubblewrap');
    const mark = `${1000 + Math.floor(Math.random() * 1e6)}.5`;
    await writeFile(join(folder, 'a.sh'), `setsid sleep ${mark} & sleep ${mark}`);
    const ended = await confinement.run({
      name: 'bash',
      arguments: ['./a.sh'],
      network: 'none',
      limits: { timeMs: 700 },
    });
    expect(ended.passed).toBe('time');
    await expect.poll(() => isRunning(`sleep ${mark}`)).toBe(false);
  });

  when('counts the memory of all processes of an example', async () => {
    const { confinement, folder } = await roomIn('bubblewrap');
    await writeFile(
      join(folder, 'hold.mjs'),
      'const held = Buffer.alloc(120 * 2 ** 20, 1); setTimeout(() => held, 60_000);',
    );
    await writeFile(join(folder, 'a.sh'), 'node hold.mjs & node hold.mjs & node hold.mjs & wait');
    const ended = await confinement.run({
      name: 'bash',
      arguments: ['./a.sh'],
      network: 'none',
      limits: { memoryMiB: 400 },
    });
    expect(ended.passed).toBe('memory');
  });

  when('runs bash in the folder, without this machine’s files', async () => {
    const { confinement, folder, outside } = await roomIn('bubblewrap');
    await writeFile(
      join(folder, 'a.sh'),
      `echo "$HOME"; ls; ls ${outside} 2>&1 | grep -c 'No such'; echo x > /usr/x || true`,
    );
    const ended = await confinement.run({ name: 'bash', arguments: ['./a.sh'], network: 'none' });
    expect(ended.exitCode).toBe(0);
    expect(ended.printed).toMatch(/^\/work\na\.sh\n1\n.*Read-only file system\n$/);
  });

  when('writes to no file system in memory, which has no limit', async () => {
    const { confinement, folder } = await roomIn('bubblewrap');
    await writeFile(join(folder, 'a.sh'), 'for place in /dev /dev/shm /run /; do echo x > $place/x || true; done');
    const { printed } = await confinement.run({ name: 'bash', arguments: ['./a.sh'], network: 'none' });
    expect(printed.match(/Read-only file system|No such file/g)).toHaveLength(4);
  });

  when('tells an example that fails from one that could not be started', async () => {
    const { node } = await roomIn('bubblewrap', '/nothing/is/here.sock');
    expect((await node('process.exitCode = 1;', { network: 'service' })).refused?.en).toContain(
      'could not run the example',
    );
    expect((await node('process.exitCode = 1;')).refused).toBeUndefined();
    expect((await node("process.kill(process.pid, 'SIGKILL');")).refused).toBeUndefined();
  });

  when('leads to the service at its usual address, and nowhere else', async () => {
    const socketFile = join(await temporaryFolder(), `${randomUUID().slice(0, 8)}.sock`);
    const service = createServer((socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nthe service')).listen(socketFile);
    const other = createServer((socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nanother')).listen(0, '127.0.0.1');
    onTestFinished(() => {
      service.close();
      other.close();
    });
    await Promise.all([once(service, 'listening'), once(other, 'listening')]);
    const { port } = other.address() as AddressInfo;
    const { node } = await roomIn('bubblewrap', socketFile);
    const code = `
      console.log(await (await fetch('http://127.0.0.1:8080/')).text());
      await fetch('http://127.0.0.1:${port}/').then(() => console.log('reached'), (e) => console.log(e.cause.code));`;
    expect(await node(code, { network: 'service' })).toMatchObject({
      exitCode: 0,
      printed: 'the service\nECONNREFUSED\n',
    });
    expect((await node(code)).printed).not.toContain('the service');
  });
});

describe('where bubblewrap is not at hand', () => {
  it('refuses commands and the service with a reason', async () => {
    const { confinement } = await roomIn('node');
    const refused = [
      { name: 'bash' as const, network: 'none' as const },
      { name: 'node' as const, network: 'service' as const },
    ];
    for (const program of refused) {
      expect(confinement.refusal({ ...program, arguments: [] })?.en).toContain('apt-get install bubblewrap');
    }
  });

  it('tells an example that needs processes or threads from one that fails', async () => {
    const { node } = await roomIn('node');
    const process = await node("import { execFileSync } from 'node:child_process'; execFileSync('true');");
    expect(process.refused?.en).toContain('bubblewrap');
    const thread = await node("import { Worker } from 'node:worker_threads'; new Worker('1', { eval: true });");
    expect(thread.refused?.en).toContain('bubblewrap');
    const file = await node("import { readFileSync } from 'node:fs'; readFileSync('/etc/hostname');");
    expect(file.refused?.en).toContain('bubblewrap');
    expect((await node("throw new Error('its own');")).refused).toBeUndefined();
  });
});

it('knows whether bubblewrap works by running it', () => {
  const works = spawnSync('bwrap', ['--ro-bind', '/', '/', '--unshare-all', 'true']).status === 0;
  expect(isHere.bubblewrap).toBe(works && spawnSync('prlimit', ['true']).status === 0);
});
