// Checks the deployment files: all services are confined, and the server accepts their settings.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readSettings } from '../../../server/config.ts';
import { repositoryRoot } from '../../site.ts';
import { copied, execForm, stages, textsOf } from './image.ts';

const read = (name: string): string => readFileSync(join(repositoryRoot, 'scripts/deploy', name), 'utf8');
const defaults = { edition: 'dist/edition', data: '.data' };

interface Service {
  command?: string[];
  build?: { context: string; dockerfile: string; target?: string };
  environment: Record<string, string>;
  user?: string;
  ports?: string[];
  volumes: string[];
  networks: { inner: { ipv4_address: string } };
  [name: string]: unknown;
}

describe('the compose file', () => {
  const { services }: { services: Record<string, Service> } = parse(read('compose.yaml'), { merge: true });
  const named = (name: string): Service => services[name] as Service;
  const replicas = [named('replica-1'), named('replica-2')];
  const addressOf = ({ networks }: Service): string => networks.inner.ipv4_address;

  test.each(Object.entries(services))(
    'runs %s with a read-only root, without capabilities, and not as root',
    (_, service) => {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        image: expect.stringMatching(/:./),
      });
      if (service.build === undefined) expect(service.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    },
  );

  test('publishes only the port of nginx, on 127.0.0.1 unless PUBLISH is set', () => {
    const published = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
    expect(published.map(([name, { ports }]) => [name, ports])).toEqual([
      // biome-ignore lint/suspicious/noTemplateCurlyInString: Docker Compose replaces the variable.
      ['nginx', ['${PUBLISH:-127.0.0.1:8080}:8080']],
    ]);
  });

  test('gives replicas settings that the server accepts, and lets them trust only nginx', () => {
    for (const { environment, volumes, stop_grace_period: period } of replicas) {
      // Docker Compose replaces variables without a value and without a default by an empty text.
      const replaced = Object.entries(environment).map(([name, value]) => [name, value.replace(/^\$\{\w+:-\}$/, '')]);
      const given = { ...Object.fromEntries(replaced), PUBLIC_URL: 'https://kb.example.org' };
      const reading = readSettings({}, defaults, given);
      const redisUrl = `redis://${addressOf(named('redis'))}:6379/0`;
      const settings = { trustProxy: [addressOf(named('nginx'))], redisUrl, editionFolder: '/editions' };
      expect(reading).toMatchObject({ ok: true, settings });
      expect(volumes).toEqual(['editions:/editions:ro']);
      expect(Number.parseInt(String(period), 10)).toBeGreaterThan(6);
    }
  });

  test('gives replicas the addresses that the nginx configuration names', () => {
    const upstreams = [...read('nginx.conf').matchAll(/^ +server (\S+):8080 /gm)].map(([, address]) => address);
    expect(upstreams).toEqual(replicas.map(addressOf));
  });

  test('runs the publish service from the image stage with the packages for building', () => {
    expect(named('publish').build).toEqual({ ...named('replica-1').build, target: 'build' });
    expect(named('publish').image).not.toBe(named('replica-1').image);
  });

  test('runs Redis with an append-only file and without eviction', () => {
    const command = named('redis').command?.join(' ');
    expect(command).toContain('--appendonly yes');
    expect(command).toContain('--maxmemory-policy noeviction');
  });
});

describe('the Dockerfile', () => {
  const [build = [], image = []] = stages();

  test('copies only files that exist and that .dockerignore allows', () => {
    const ignored = readFileSync(join(repositoryRoot, '.dockerignore'), 'utf8').split('\n');
    const sources = textsOf(build, 'COPY').flatMap((text) => copied(text).from);
    expect(ignored).toContain('*');
    expect(ignored.filter((line) => line.startsWith('!')).sort()).toEqual(sources.map((path) => `!${path}`).sort());
    for (const source of sources) expect(existsSync(join(repositoryRoot, source)), source).toBe(true);
  });

  test('has a build stage with all packages and a final stage with production packages only', () => {
    const stepsOf = (stage: typeof image): (string | undefined)[] =>
      textsOf(stage, 'RUN').map((run) => /^(?:npm run \w+|npm ci(?: --omit=dev)?|node .*? build|mkdir)/.exec(run)?.[0]);
    expect(stepsOf(build)).toEqual(['npm ci', 'npm run compile', 'node dist/js/scripts/stele.js build', 'mkdir']);
    expect(stepsOf(image)).toEqual(['npm ci --omit=dev', 'mkdir']);
    expect(textsOf(image, 'COPY')).toEqual(['package.json package-lock.json ./', '/srv/stele/dist dist']);
  });

  test('runs node directly, as a user other than root who owns no file of the program', () => {
    expect(execForm('CMD').slice(0, 2)).toEqual(['node', 'dist/js/scripts/stele.js']);
    for (const stage of [build, image]) expect(textsOf(stage, 'USER')).toEqual(['node']);
    expect(textsOf(image, 'STOPSIGNAL')).toEqual(['SIGTERM']);
    expect(textsOf(image, 'ENTRYPOINT')).toEqual([]);
    expect(textsOf(image, 'COPY').join(' ')).not.toContain('--chown');
  });
});

describe('the systemd unit', () => {
  const unit = read('stele@.service');
  const valuesOf = (name: string): string[] =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value ?? '');

  test('gives the server settings that it accepts', () => {
    const words = (valuesOf('Environment')[0] ?? '').replaceAll('%i', '8081').split(' ');
    const environment = Object.fromEntries(words.map((word) => word.split('=')));
    expect(readSettings({}, defaults, environment)).toMatchObject({
      ok: true,
      settings: { port: 8081, host: '127.0.0.1', dataFolder: `/var/lib/${valuesOf('StateDirectory')[0]}` },
    });
  });

  test.each([
    ['ExecStart', '/usr/bin/node dist/js/scripts/stele.js start'],
    ['ExecReload', '/bin/kill -HUP $MAINPID'],
    ['TimeoutStopSec', '15'],
    ['Restart', 'on-failure'],
    ['RestartPreventExitStatus', '2'],
    ['DynamicUser', 'yes'],
    ['ProtectSystem', 'strict'],
    ['InaccessiblePaths', '-/opt/stele/.git'],
    ['NoNewPrivileges', 'yes'],
    ['CapabilityBoundingSet', ''],
  ])('has %s=%s', (name, value) => {
    expect(valuesOf(name)).toEqual([value]);
  });
});
