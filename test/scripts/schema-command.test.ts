import { describe, expect, it } from 'vitest';
import { stele } from './command.ts';

describe('stele schema', () => {
  it.each([
    [[], 'Front matter of an article / 文章的 front matter', 'riskLevel'],
    [['article'], 'Front matter of an article / 文章的 front matter', 'riskLevel'],
    [['guide'], 'Front matter of a guide / 指南的 front matter', 'audience'],
  ])('with %j prints one JSON document, a JSON Schema', async (given, title, field) => {
    const { code, stdout } = await stele(['schema', ...given]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      $schema: 'http://json-schema.org/draft-07/schema#',
      title,
      type: 'object',
      required: expect.arrayContaining([field]),
    });
  });

  it('refuses another kind', async () => {
    const { code, stdout, stderr } = await stele(['schema', 'teapot']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('article, guide');
  });
});
