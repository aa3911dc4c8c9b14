// The systemd unit: what it must say, and what systemd itself says of it.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSettings } from '../../../server/config.ts';
import { isAllHere } from '../../needed.ts';
import { repositoryRoot, temporaryFolder } from '../../site.ts';

const unit = readFileSync(join(repositoryRoot, 'scripts/deploy/stele@.service'), 'utf8');
const valuesOf = (name: string): string[] =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value ?? '');

describe('the systemd unit', () => {
  test('starts node itself, and gives it settings that the server takes', () => {
    expect(valuesOf('ExecStart')).toEqual(['/usr/bin/node dist/js/scripts/stele.js start']);
    const [settings = ''] = valuesOf('Environment');
    const given = Object.fromEntries(
      settings
        .replaceAll('%i', '8081')
        .split(' ')
        .map((word) => word.split('=')),
    );
    expect(readSettings({}, { edition: 'dist/edition', data: '.data' }, given)).toMatchObject({
      ok: true,
      settings: { port: 8081, host: '127.0.0.1', dataFolder: `/var/lib/${valuesOf('StateDirectory')[0]}` },
    });
  });

  test('stops with SIGTERM and the time that takes, reloads with SIGHUP, and starts again after a failure', () => {
    expect(valuesOf('KillSignal')).toEqual(['SIGTERM']);
    expect(Number(valuesOf('TimeoutStopSec')[0])).toBeGreaterThan(6);
    expect(valuesOf('ExecReload')).toEqual(['/bin/kill -HUP $MAINPID']);
    expect(valuesOf('Restart')).toEqual(['on-failure']);
    expect(valuesOf('RestartPreventExitStatus')).toEqual(['2']);
  });

  test('leaves the process no rights but those it needs', () => {
    for (const [name, value] of [
      ['DynamicUser', 'yes'],
      ['ProtectSystem', 'strict'],
      ['NoNewPrivileges', 'yes'],
      ['CapabilityBoundingSet', ''],
    ] as const) {
      expect(valuesOf(name)).toEqual([value]);
    }
    expect(valuesOf('MemoryMax')).toHaveLength(1);
    // V8 makes code while it runs.
    expect(valuesOf('MemoryDenyWriteExecute')).toEqual([]);
  });
});

const isHere = isAllHere(
  spawnSync('systemd-analyze', ['--version']).status === 0
    ? undefined
    : 'there is no systemd on this machine (apt-get install systemd)',
);

describe.skipIf(!isHere)('systemd', () => {
  test('finds nothing wrong with the unit, and little that it could still be kept from', async () => {
    const path = join(await temporaryFolder(), 'stele@8080.service');
    await writeFile(path, unit.replace('/usr/bin/node', process.execPath));
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', '--recursive-errors=no', path], {
      encoding: 'utf8',
    });
    expect(verified.stderr).toBe('');
    expect(verified.status).toBe(0);
    // Tenths of the exposure that systemd computes, of 100.
    const security = spawnSync('systemd-analyze', ['security', '--offline=yes', '--threshold=20', '--no-pager', path], {
      encoding: 'utf8',
    });
    expect(security.status, security.stdout).toBe(0);
  });
});
