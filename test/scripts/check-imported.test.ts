import { describe, expect, it } from 'vitest';
import { articleText, contentOf } from '../site.ts';
import { stele } from './command.ts';

const drifted = articleText({ zh: '茶壶的容量是 6 杯。', en: 'A teapot holds 8 cups.' });

describe('stele check --imported', () => {
  it('ends with 0 on drifts between the languages, which are errors without it', async () => {
    const content = await contentOf({ 'mcp/teapot.md': drifted });
    const strict = await stele(['check', '--content', content]);
    expect(strict.code).toBe(1);
    expect(strict.stderr).toContain(' error [parity-numbers] ');
    const imported = await stele(['check', '--content', content, '--imported']);
    expect(imported.code).toBe(0);
    expect(imported.stderr).toContain(' warning [parity-numbers] ');
  });
});
