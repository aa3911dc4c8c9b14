import { describe, expect, it } from 'vitest';
import { toArticle } from '../../../build/source/article.ts';
import { readDraft } from '../../../build/source/draft.ts';
import { verdictOf } from '../../../scripts/verify/verdict.ts';
import { lookAtArticles, type VerifiedArticle } from '../../../scripts/verify/verification.ts';
import { entryOf } from '../../build/sources.ts';
import { articleText } from '../../site.ts';
import { fence } from './bench.ts';

/** What is found of an article that shows some blocks, where bubblewrap is not at hand. */
async function withoutBubblewrap(...blocks: string[]): Promise<VerifiedArticle> {
  const markdown = blocks.join('\n');
  const entry = entryOf(
    articleText({ zh: `## 示例\n\n${markdown}`, en: `## Examples\n\n${markdown}` }),
    'mcp/doubt.md',
  );
  const article = toArticle(readDraft(entry));
  if (article === undefined) throw new Error('this is no article');
  const [verified] = await lookAtArticles([article], { entries: [entry], confinement: 'node' });
  if (verified === undefined) throw new Error('nothing was looked at');
  return verified;
}

describe('without bubblewrap', () => {
  it('what an example does right is right', async () => {
    const { looked } = await withoutBubblewrap(fence('js', 'console.log(2 + 2);'), fence('output', '4'));
    expect(looked).toMatchObject([{ outcome: { kind: 'ran', printed: '4\n' } }]);
  });

  it.each([
    [
      'an example that catches what this machine refuses and says so in its own words',
      [
        fence(
          'js',
          "import { spawn } from 'node:child_process';",
          "try { spawn('true').on('error', () => {}); console.log('started'); } catch { console.log('not started'); }",
        ),
        fence('output', 'started'),
      ],
      'the example printed "not started"',
    ],
    ['an example that ends with another code', [fence('js', 'process.exitCode = 3;')], 'ended with code 3'],
    ['one that must fail and does not', [fence('js verify=fails', 'const a = 1;')], 'ended with code 0'],
  ])('nothing is said of %s', async (_, blocks, seen) => {
    const verified = await withoutBubblewrap(...blocks);
    const [outcome] = verified.looked.map((looked) => looked.outcome);
    expect(outcome?.kind).toBe('unable');
    const reason = outcome?.kind === 'unable' ? outcome.reason : { zh: '', en: '' };
    expect(reason.en).toContain(seen);
    expect(reason.en).toContain('bubblewrap is not here');
    expect(reason.zh).toContain('这也可能只是因为本机没有可用的 bubblewrap');
    expect(verdictOf({ looked: verified.looked, strayOutputs: 0, differences: 0, deadLinks: 0 })).toBeUndefined();
  });

  it('what is wrong without being run is found', async () => {
    const { looked } = await withoutBubblewrap(fence('json', '{'), fence('sql', 'SELECT nothing FROM nowhere;'));
    expect(looked.map(({ outcome }) => outcome.kind)).toEqual(['failed', 'failed']);
  });
});
