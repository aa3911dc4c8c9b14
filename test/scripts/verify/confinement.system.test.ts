// Tests the permissions and limits of an example that runs in bubblewrap.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bubblewrap, type Program } from '../../../scripts/verify/confinement/bubblewrap.ts';
import { removeWhole } from '../../../scripts/verify/example-files.ts';
import { databaseFlags } from '../../../scripts/verify/sql/database.ts';
import { portOf } from '../../free-port.ts';
import { temporaryFolder } from '../../site.ts';
import { canConfine } from './bench.ts';

const isHere = await canConfine();

/** A confinement with two folders: the program may write to `folder`, but must not see `outside`, which contains it. */
async function roomFor(serviceSocket = '', allowsNetwork = false) {
  const outside = await temporaryFolder();
  const folder = join(outside, 'article', 'work');
  await mkdir(folder, { recursive: true });
  let printed = 0;
  const printTo = () => join(outside, `printed-${printed++}`);
  const confinement = bubblewrap({ folder, printTo, serviceSocket: async () => serviceSocket }, { allowsNetwork });
  const runner =
    (name: 'node' | 'bash', file: string) =>
    async (code: string, more: Partial<Program> = {}) => {
      await writeFile(join(folder, file), code);
      return confinement.run({ command: [name, `./${file}`], network: 'none', ...more });
    };
  const [node, bash] = [runner('node', 'example.mjs'), runner('bash', 'example.sh')];
  return { folder, outside, node, bash, run: confinement.run };
}

describe.skipIf(!isHere)('an example in bubblewrap', () => {
  it('has its output to both streams recorded in order, together with its exit code', async () => {
    const { node } = await roomFor();
    const ended = await node("console.log('one'); console.error('two'); console.log('three'); process.exitCode = 3;");
    expect(ended).toEqual({ exitCode: 3, printed: 'one\ntwo\nthree\n', passed: undefined });
  });

  it('can write to its folder and to a temporary folder, and use the packages of this project', async () => {
    const { node, folder } = await roomFor();
    const ended = await node(`
      import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
      import { tmpdir } from 'node:os';
      import { join } from 'node:path';
      import { z } from 'zod';
      writeFileSync('mine.txt', z.string().parse('mine'));
      const path = join(mkdtempSync(join(tmpdir(), 'x-')), 'a');
      writeFileSync(path, 'temporary');
      console.log(readFileSync('mine.txt', 'utf8'), readFileSync(path, 'utf8'));`);
    expect(ended).toMatchObject({ exitCode: 0, printed: 'mine temporary\n' });
    expect(await readFile(join(folder, 'mine.txt'), 'utf8')).toBe('mine');
  });

  it('cannot change anything outside its folder', async () => {
    const { node, outside } = await roomFor();
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
      for (const attempt of Object.values(tries)) {
        try { attempt(); console.log('worked'); } catch { console.log('refused'); }
      }`);
    expect(ended.printed).toBe('refused\n'.repeat(7));
    expect(await readFile(join(outside, 'kept.txt'), 'utf8')).toBe('kept');
    expect(new Set(await readdir(outside))).toEqual(new Set(before));
  });

  it('cannot write to a file system in memory, which would have no size limit', async () => {
    const { bash } = await roomFor();
    const { printed } = await bash('for place in /usr /dev /dev/shm /run /; do echo x > $place/x || true; done');
    expect(printed.match(/Read-only file system|No such file/g)).toHaveLength(5);
  });

  it('cannot change a kernel setting, even if root runs the tests', async () => {
    const { bash } = await roomFor();
    const setting = '/proc/sys/fs/file-max';
    const { printed } = await bash(`value=$(cat ${setting}); echo $value > ${setting} || grep Cap /proc/self/status`);
    expect(printed).toMatch(/Permission denied|Read-only file system/);
    expect(printed.match(/^Cap\w+:\s+0+$/gm)).toHaveLength(5);
  });

  it('cannot create a user namespace, in which it could mount file systems', async () => {
    const { bash } = await roomFor();
    const { printed } = await bash('unshare --user --map-root-user --mount mount -t tmpfs memory /tmp && df /tmp');
    expect(printed).toMatch(/^unshare: unshare failed/);
  });

  it('cannot use the kernel keyring of its user, or System V shared memory', async () => {
    const { bash } = await roomFor();
    // The numbers of keyctl, request_key, add_key and shmget, which differ between architectures. The base system of Debian includes
    // perl, which can call them.
    const numbers = process.arch === 'x64' ? '250 249 248 29' : '219 218 217 194';
    const ended = await bash(
      `for call in ${numbers}; do perl -e 'syscall($ARGV[0], 0, 0, 0) == -1 and print "$!\\n"' $call; done`,
    );
    expect(ended.printed).toBe('Operation not permitted\n'.repeat(4));
  });

  it('cannot read files or environment variables of its user', async () => {
    const { node, outside } = await roomFor();
    await writeFile(join(outside, 'secret.txt'), 'the secret');
    process.env.STELE_TEST_SECRET = 'the secret';
    onTestFinished(() => {
      delete process.env.STELE_TEST_SECRET;
    });
    const path = JSON.stringify(join(outside, 'secret.txt'));
    const ended = await node(`
      import { readFileSync } from 'node:fs';
      console.log(JSON.stringify(process.env));
      try { console.log(readFileSync(${path}, 'utf8')); } catch { console.log('refused'); }`);
    expect(ended.printed).toContain('refused');
    expect(ended.printed).not.toContain('the secret');
  });

  it.each([
    ['time', 'console.log("on"); for (;;);', { timeMs: 1000 }],
    ['memory', 'const all = []; for (;;) all.push(Buffer.alloc(8 * 2 ** 20, 1));', { memoryMiB: 200 }],
    ['output', "for (;;) console.log('x'.repeat(10_000));", {}],
    ['files', filling("'.'"), { filesMiB: 30 }],
    ['files', filling("(await import('node:os')).tmpdir()"), { filesMiB: 30 }],
  ])('is stopped at its limit of %s', async (limit, code, limits) => {
    const { node } = await roomFor();
    const ended = await node(code, { limits });
    expect(ended).toMatchObject({ exitCode: null, passed: limit });
    expect(ended.printed.length).toBeLessThanOrEqual(2 ** 20);
  });

  it.each([
    ['files without a name', 'for n in {1..3}; do exec {fd}> x; rm x; head -c 20M /dev/zero >&$fd; done', 'files'],
    ['files in a folder whose name is not UTF-8', "mkdir $'\\xff'; head -c 40M /dev/zero > $'\\xff'/x", 'files'],
    [
      'files in paths longer than the system allows',
      'for n in {1..20}; do mkdir {1..9}$(printf "%0240d" 1); cd 9*; done',
      'files',
    ],
    ['processes', 'for n in {1..600}; do sleep 60 & done', 'processes'],
  ])('is stopped when it exceeds its limit with %s', async (_where, code, passed) => {
    const { bash, folder } = await roomFor();
    const ended = await bash(`${code}; sleep 60`, { limits: { filesMiB: 30, memoryMiB: 8192 } });
    removeWhole(folder);
    expect(ended.passed).toBe(passed);
  });

  it('is stopped when its processes together exceed the memory limit', async () => {
    const { folder, bash } = await roomFor();
    const holding = 'const held = Buffer.alloc(120 * 2 ** 20, 1); setTimeout(() => held, 60_000);';
    await writeFile(join(folder, 'hold.mjs'), holding);
    const ended = await bash('node hold.mjs & node hold.mjs & node hold.mjs & wait', { limits: { memoryMiB: 400 } });
    expect(ended.passed).toBe('memory');
  });

  it.each([
    ['ends', '', {}, undefined],
    ['is stopped', 'wait', { timeMs: 700 }, 'time'],
  ])('that %s leaves no process behind', async (_how, then, limits, passed) => {
    const { folder, bash } = await roomFor();
    const pipe = join(folder, 'held');
    execFileSync('mkfifo', [pipe]);
    // Reading ends when no process has the pipe open any more.
    const reading = readFile(pipe, 'utf8');
    const ended = await bash(`exec 3> held; setsid sleep 1000 & ${then}`, { limits });
    expect(ended.passed).toBe(passed);
    expect(await reading).toBe('');
  });

  it('has no network except its own loopback interface', async () => {
    const { node } = await roomFor();
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
      // 192.0.2.1 is reserved for documentation (RFC 5737).
      const [error] = await once(net.connect(80, '192.0.2.1').on('connect', () => console.log('out')), 'error').catch((e) => [e]);
      console.log(error.code);
      const socket = dgram.createSocket('udp4');
      socket.send('x', 9, '192.0.2.1', (e) => { console.log(e?.code ?? 'sent'); socket.close(); });`);
    expect(ended).toMatchObject({ exitCode: 0, printed: 'here\nENETUNREACH\nENETUNREACH\n' });
  });

  it('that is marked `network` reaches the network only with --network, and never sees the folder of private keys', async () => {
    const port = await portOf(createServer((socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nthis machine')));
    const code = `
      import { existsSync } from 'node:fs';
      console.log(await (await fetch('http://127.0.0.1:${port}')).text(), existsSync('/etc/ssl/private'));`;
    const closed = await (await roomFor()).node(code, { network: 'any' });
    expect(closed).toMatchObject({ printed: '', refused: { en: expect.stringContaining('use --network') } });
    const open = await (await roomFor('', true)).node(code, { network: 'any' });
    expect(open).toMatchObject({ exitCode: 0, printed: 'this machine false\n' });
  });

  it('cannot connect to a socket outside its folder', async () => {
    const { node, outside } = await roomFor();
    const path = join(outside, 's');
    const server = createServer((socket) => socket.end('reached')).listen(path);
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const ended = await node(`
      import net from 'node:net';
      net.connect(${JSON.stringify(path)}).on('data', String).on('error', ({ code }) => console.log(code));`);
    expect(ended.printed).toBe('ENOENT\n');
  });

  it('cannot send a signal to the process that started it', async () => {
    const { node } = await roomFor();
    const ended = await node(`
      for (const attempt of [() => process.kill(${process.pid}, 0), () => process._debugProcess(${process.pid})]) {
        try { attempt(); console.log('sent'); } catch { console.log('refused'); }
      }`);
    expect(ended.printed).toBe('refused\nrefused\n');
  });

  it('that fails is distinguished from an example that could not be started', async () => {
    const { node } = await roomFor('/nothing/is/here.sock');
    const notStarted = await node('process.exitCode = 1;', { network: 'service' });
    expect(notStarted.refused?.en).toContain('could not run the example');
    expect((await node('process.exitCode = 1;')).refused).toBeUndefined();
    expect((await node("process.kill(process.pid, 'SIGKILL');")).refused).toBeUndefined();
  });

  it('reaches the service at 127.0.0.1:8080 if it is marked `service`, and no other port', async () => {
    const socketFile = join(await temporaryFolder(), 'service.sock');
    const service = createServer((socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nthe service')).listen(socketFile);
    onTestFinished(() => void service.close());
    await once(service, 'listening');
    const port = await portOf(createServer((socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nanother')));
    const { node } = await roomFor(socketFile);
    const code = `
      for (const port of [8080, ${port}]) {
        await fetch('http://127.0.0.1:' + port)
          .then(async (response) => console.log(await response.text()), (error) => console.log(error.cause.code));
      }`;
    const printed = 'the service\nECONNREFUSED\n';
    expect(await node(code, { network: 'service' })).toMatchObject({ exitCode: 0, printed });
    expect((await node(code)).printed).not.toContain('the service');
  });
});

describe.skipIf(!isHere)('the Node process that runs a database', () => {
  it.each([
    ['cannot evaluate strings as code', "eval('1')", 'EvalError'],
    ['cannot read a file except its packages', "require('node:fs').readFileSync('/usr/bin/env')", 'ERR_ACCESS_DENIED'],
    ['cannot write a file', "require('node:fs').writeFileSync('/tmp/a', '')", 'ERR_ACCESS_DENIED'],
    ['cannot start a program', "require('node:child_process').execSync('true')", 'ERR_ACCESS_DENIED'],
  ])('%s', async (_what, code, refusal) => {
    const { run } = await roomFor();
    const script = `try { ${code}; console.log('done'); } catch (error) { console.log(error.code ?? error.name); }`;
    const ended = await run({ command: ['node', ...databaseFlags, '--eval', script], network: 'none' });
    expect(ended).toMatchObject({ exitCode: 0, printed: `${refusal}\n` });
  });
});

/** The code of a program that writes 100 MiB to a folder, and then waits to be stopped. */
function filling(place: string): string {
  return `
    import { writeFileSync } from 'node:fs';
    const place = ${place};
    const piece = Buffer.alloc(2 ** 20, 1);
    for (let n = 0; n < 100; n++) writeFileSync(place + '/' + n, piece);
    await new Promise((done) => setTimeout(done, 60_000));`;
}
