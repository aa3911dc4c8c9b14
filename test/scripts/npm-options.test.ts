import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { processIo } from '../../scripts/command-io.ts';
import { repositoryRoot } from '../site.ts';

interface NpmOptions {
  flags: readonly string[];
  settings: readonly string[];
  optionsKeptByNpm(env: NodeJS.ProcessEnv, words: readonly string[]): string | undefined;
}

// JavaScript, as it runs before the compiler.
const program = new URL('../../scripts/npm-options.mjs', import.meta.url);
const { flags, settings, optionsKeptByNpm }: NpmOptions = await import(program.href);

/** What the author reads when npm kept options of `npm run SCRIPT WORDS`; each is in the environment as `npm_config_…`. */
function messageFor(script: string, words: readonly string[], kept: Record<string, string>): string | undefined {
  const options = Object.entries(kept).map(([name, value]) => [`npm_config_${name}`, value]);
  return optionsKeptByNpm({ npm_lifecycle_event: script, ...Object.fromEntries(options) }, words);
}

describe('options that npm kept for itself', () => {
  it('are named, with the line that works', () => {
    const message = 'stele: npm kept --strict for itself; write: npm run check -- --strict\n';
    expect(messageFor('check', [], { strict: 'true' })).toBe(message);
    expect(messageFor('check', ['--strict'], {})).toBeUndefined();
    expect(optionsKeptByNpm({ npm_config_strict: 'true' }, [])).toBeUndefined();
  });

  it.each([
    ['check', [], { fix: 'true', dry_run: 'true' }, '--dry-run --fix'],
    ['agents', ['queries'], { found_nothing: 'true' }, 'queries --found-nothing'],
    // `npm run build --locale zh`: npm keeps the name and passes the value on.
    ['build', ['zh'], { locale: 'true' }, '--locale zh'],
    // `npm run build --locale=zh`
    ['build', [], { locale: 'zh' }, '--locale zh'],
    ['start', ['--help'], { metrics_port: '9464' }, '--help --metrics-port 9464'],
    ['keys', ['rotate', 'abc', '0'], { overlap: 'true' }, 'rotate abc --overlap 0'],
    // npm takes `--plan` for `-p -l -a -n`.
    ['keys', ['create', 'free'], { parseable: 'true', long: 'true', all: 'true' }, 'create --plan free'],
    [
      'keys',
      ['create', "it's me", '/tmp/a'],
      { label: 'true', data: 'true' },
      "create --label 'it'\\''s me' --data /tmp/a",
    ],
    ['keys', ['list'], { redis_url: 'redis://me:hidden@localhost' }, 'list --redis-url redis://…@localhost'],
  ])('of npm run %s %j with %j are written %s', (script, words, kept, line) => {
    const message = messageFor(script, words, kept);
    expect(message).toContain(`; write: npm run ${script} -- ${line}\n`);
    expect(message).not.toContain('hidden');
  });

  it('are known for every command, but for those that npm itself understands', async () => {
    const { scripts } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'));
    const names = Object.keys(scripts).filter((name) => scripts[name].includes('scripts/run.mjs'));
    const commands = await Promise.all(names.map(commandNamed));
    const known = new Set([...flags, ...settings]);
    const unknown = commands.flatMap(optionsOf).filter((name) => !known.has(name));
    expect(names).toContain('build');
    expect([...new Set(unknown)].sort()).toEqual(['no-cache', 'quiet', 'yes']);
  });
});

/** `rules-guide` is made by `rulesGuideCommand` of `scripts/rules-guide.ts`. */
async function commandNamed(name: string): Promise<Command> {
  const maker = `${name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Command`;
  const module = await import(`../../scripts/${name}.ts`);
  return module[maker](processIo());
}

function optionsOf({ options, commands }: Command): string[] {
  return [...options.flatMap(({ long }) => long?.slice(2) ?? []), ...commands.flatMap(optionsOf)];
}
