import { describe, expect, it } from 'vitest';
import { stele } from './command.ts';

/** The message of `npm run SCRIPT WORDS` if npm passed the options in `kept` only as `npm_config_…` environment variables. */
async function messageFor(script: string, words: string[], kept: Record<string, string>, more = {}): Promise<string> {
  const options = Object.entries(kept).map(([name, value]) => [`npm_config_${name}`, value]);
  const env = { npm_lifecycle_event: script, npm_command: 'run-script', ...Object.fromEntries(options), ...more };
  const { stderr, code } = await stele([script, ...words], env);
  if (stderr.includes('npm kept')) expect(code).toBe(2);
  return stderr;
}

describe('options that npm consumed itself', () => {
  it('are reported with the correct command line, in English and in Chinese', async () => {
    const message = 'stele: npm kept --strict for itself; write: npm run check -- --strict\n';
    expect(await messageFor('check', [], { strict: 'true' })).toBe(message);
    const chinese = 'stele: npm 自己留下了 --strict；请写成：npm run check -- --strict\n';
    expect(await messageFor('check', [], { strict: 'true' }, { LANG: 'zh_CN.UTF-8' })).toBe(chinese);
  });

  it.each([
    ['import', [], { dry_run: 'true', force: 'true' }, '--dry-run --force'],
    ['agents', ['queries'], { found_nothing: 'true' }, 'queries --found-nothing'],
    // From `npm run build --locale zh`, npm keeps the name and passes on the value.
    ['build', ['zh'], { locale: 'true' }, '--locale zh'],
    // From `npm run build --locale=zh`, npm keeps the name and the value.
    ['build', [], { locale: 'zh' }, '--locale zh'],
    ['keys', ['rotate', 'abc', '0'], { overlap: 'true' }, 'rotate abc --overlap 0'],
    // npm reads `--plan` as the short options `-p -l -a -n`.
    ['keys', ['create', 'free'], { parseable: 'true', long: 'true', all: 'true' }, 'create --plan free'],
    ['keys', ['create', "it's me", '/a'], { label: 'true', data: 'true' }, "create --label 'it'\\''s me' --data /a"],
    ['keys', ['list'], { redis_url: 'redis://me:hidden@localhost' }, 'list --redis-url redis://…@localhost'],
  ])('in npm run %s %j with %j are reported as %s', async (script, words, kept, line) => {
    const message = await messageFor(script, words, kept);
    expect(message).toContain(`; write: npm run ${script} -- ${line}\n`);
    expect(message).not.toContain('hidden');
  });

  it('are not reported if the command does not have them, or under npm exec', async () => {
    expect(await messageFor('schema', [], { strict: 'true', package: 'x' })).toBe('');
    // `npm exec --package stele -- stele init --help` sets this environment variable.
    const exec = { npm_command: 'exec' };
    expect(await messageFor('init', ['--help'], { package: 'stele', yes: 'true' }, exec)).toBe('');
    expect(await messageFor('init', ['--help'], { package: 'stele' })).toContain('npm kept --package stele');
    const { stderr } = await stele(['check', '--help'], { npm_config_strict: 'true' });
    expect(stderr).toBe('');
  });
});
