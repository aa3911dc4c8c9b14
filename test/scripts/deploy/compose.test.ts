// The compose file: read strictly, and held to the rules that hold for everything that runs here.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readSettings } from '../../../server/config.ts';
import { repositoryRoot } from '../../site.ts';
import { stages, textsOf } from './dockerfile.ts';

/** The part of the Compose Specification that is used here: what it does not name is a mistake. */
const texts = z.array(z.string());
const condition = z.strictObject({ condition: z.enum(['service_healthy', 'service_completed_successfully']) });
const seconds = z.string().regex(/^\d+s$/);
const serviceSchema = z.strictObject({
  image: z.string(),
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  entrypoint: texts.optional(),
  command: texts.optional(),
  user: z.string().optional(),
  environment: z.record(z.string(), z.string()).optional(),
  volumes: texts.optional(),
  tmpfs: texts.optional(),
  ports: texts.optional(),
  read_only: z.boolean(),
  cap_drop: texts,
  security_opt: texts,
  mem_limit: z
    .string()
    .regex(/^\d+[mg]$/)
    .optional(),
  restart: z.literal('unless-stopped').optional(),
  stop_signal: z.string().optional(),
  stop_grace_period: seconds.optional(),
  depends_on: z.record(z.string(), condition).optional(),
  healthcheck: z
    .union([
      z.strictObject({ disable: z.literal(true) }),
      z.strictObject({ test: texts, interval: seconds, timeout: seconds, retries: z.number() }),
    ])
    .optional(),
  networks: z.union([texts, z.record(z.string(), z.strictObject({ ipv4_address: z.ipv4() }))]),
});
const network = z.strictObject({ subnet: z.cidrv4(), ip_range: z.cidrv4() });
const composeSchema = z.strictObject({
  name: z.string(),
  'x-program': z.unknown(),
  'x-replica': z.unknown(),
  services: z.record(z.string(), serviceSchema),
  networks: z.strictObject({ inner: z.strictObject({ ipam: z.strictObject({ config: z.array(network) }) }) }),
  volumes: z.record(z.string(), z.null()),
});
type Service = z.infer<typeof serviceSchema>;

const read = (name: string): string => readFileSync(join(repositoryRoot, 'scripts/deploy', name), 'utf8');
const compose = composeSchema.parse(parse(read('compose.yaml'), { merge: true }));
const { services } = compose;
const named = (name: string): Service => services[name] as Service;
const replicas = [named('replica-1'), named('replica-2')];
const addressOf = ({ networks }: Service): string =>
  Array.isArray(networks) ? '' : (networks.inner?.ipv4_address ?? '');

describe('the compose file', () => {
  test('names only services, networks and volumes that are there', () => {
    for (const { depends_on = {}, networks, volumes = [] } of Object.values(services)) {
      for (const name of Object.keys(depends_on)) expect(services).toHaveProperty(name);
      expect(Array.isArray(networks) ? networks : Object.keys(networks)).toEqual(['inner']);
      for (const volume of volumes.map((text) => text.split(':')[0] ?? '')) {
        if (volume.startsWith('./')) expect(existsSync(join(repositoryRoot, 'scripts/deploy', volume))).toBe(true);
        else expect(compose.volumes).toHaveProperty(volume);
      }
    }
    for (const { build } of Object.values(services)) {
      if (build === undefined) continue;
      expect(join(repositoryRoot, 'scripts/deploy', build.context)).toBe(repositoryRoot.replace(/\/$/, ''));
      expect(existsSync(join(repositoryRoot, build.dockerfile))).toBe(true);
    }
  });

  test.each(Object.entries(services))(
    'runs %s with a read-only root, without rights, and not as root',
    (_name, service) => {
      expect(service.read_only).toBe(true);
      expect(service.cap_drop).toEqual(['ALL']);
      expect(service.security_opt).toEqual(['no-new-privileges:true']);
      expect(service.build !== undefined || /^[1-9]\d*:[1-9]\d*$/.test(service.user ?? '')).toBe(true);
      expect(service.image).toMatch(/:./);
    },
  );

  test('lets only nginx be reached from outside, and on this machine alone unless told otherwise', () => {
    for (const [name, { ports }] of Object.entries(services)) {
      if (name === 'nginx') expect(ports?.join()).toMatch(/^\$\{PUBLISH:-127\.0\.0\.1:8080\}:8080$/);
      else expect(ports).toBeUndefined();
    }
  });

  test('gives replicas settings that the server takes, and trusts nobody but nginx', () => {
    const [nginx, redis] = [addressOf(named('nginx')), addressOf(named('redis'))];
    for (const { environment = {} } of replicas) {
      expect(environment.PUBLIC_URL).toMatch(/^\$\{PUBLIC_URL:\?/);
      const given = { ...environment, PUBLIC_URL: 'https://kb.example.org' };
      const reading = readSettings({}, { edition: 'dist/edition', data: '/data' }, given);
      expect(reading).toMatchObject({
        ok: true,
        settings: { trustProxy: [nginx], redisUrl: `redis://${redis}:6379/0`, editionFolder: '/editions' },
      });
    }
  });

  test('puts replicas where nginx looks for them, all addresses apart', () => {
    const upstreams = [...read('nginx.conf').matchAll(/^ +server (\S+):8080 /gm)].map(([, address]) => address);
    expect(upstreams).toEqual(replicas.map(addressOf));
    const all = Object.values(services)
      .map(addressOf)
      .filter((address) => address !== '');
    expect(new Set(all).size).toBe(all.length);
    expect(textsOf(stages().at(-1) ?? [], 'ENV').join(' ')).toContain('HOST=0.0.0.0 PORT=8080');
  });

  test('lets replicas read the editions, and only what publishes write them', () => {
    for (const { volumes } of replicas) expect(volumes).toEqual(['editions:/editions:ro']);
    expect(named('publish').volumes).toEqual(['editions:/editions']);
    expect(Object.keys(compose.volumes)).toEqual(['editions', 'state']);
  });

  test('keeps what Redis knows, and drops none of it for want of memory', () => {
    const command = named('redis').command?.join(' ');
    expect(command).toContain('--appendonly yes');
    expect(command).toContain('--maxmemory-policy noeviction');
  });

  test('starts node and never npm, and gives a stopping replica the time it takes', () => {
    for (const { command } of Object.values(services)) expect(command?.[0] ?? 'node').toMatch(/^(node|redis-server)$/);
    for (const { stop_grace_period: period = '' } of replicas) expect(Number.parseInt(period, 10)).toBeGreaterThan(6);
  });
});
