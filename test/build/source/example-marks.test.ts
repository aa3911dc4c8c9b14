import { describe, expect, it } from 'vitest';
import { type ExampleMarks, exampleWords, type MarkFault, marksOf } from '../../../build/source/example-marks.ts';

const none: ExampleMarks = { words: new Set(), reason: undefined, file: undefined };
const faultOf = (meta: string): MarkFault | ExampleMarks => marksOf(meta);

describe('marks', () => {
  it.each([undefined, null, '', ' ', '{1,3}', 'title="verify=run"', '{verify=run}', '"file=a.js"', 'verify'])(
    'are none in %j: nothing stands behind the language, or only what is meant for others',
    (meta) => {
      expect(marksOf(meta)).toEqual(none);
    },
  );

  it('are words, a file and a reason, in any order and among other things', () => {
    expect(marksOf('verify=run,network')).toEqual({ ...none, words: new Set(['run', 'network']) });
    expect(marksOf('{1} file=server.test.mjs title="a b" verify="fails"')).toEqual({
      ...none,
      words: new Set(['fails']),
      file: 'server.test.mjs',
    });
    expect(marksOf('verify=skip "needs a GitHub token" file=a.js')).toEqual({
      words: new Set(['skip']),
      reason: 'needs a GitHub token',
      file: 'a.js',
    });
    expect(marksOf('verify=skip " 需要：令牌 "')).toMatchObject({ reason: '需要：令牌' });
  });

  it('may be each word that is explained to authors', () => {
    for (const word of Object.keys(exampleWords))
      expect(marksOf(`verify=${word}${word === 'skip' ? ' "so"' : ''}`)).toMatchObject({ words: new Set([word]) });
  });

  it.each<[meta: string, fault: MarkFault['fault'], given: string]>([
    ['verify=runs', 'unknown-word', 'runs'],
    ['verify=run,boil', 'unknown-word', 'boil'],
    ['verify=Run', 'unknown-word', 'Run'],
    ['verify=constructor', 'unknown-word', 'constructor'],
    ['verify=', 'no-word', 'verify='],
    ['verify=""', 'no-word', 'verify='],
    ['verify=run,', 'no-word', 'verify=run,'],
    ['verify=run, network', 'no-word', 'verify=run,'],
    ['verify=skip', 'no-reason', 'verify=skip'],
    ['verify=skip ""', 'no-reason', 'verify=skip'],
    ['verify=skip "needs', 'no-reason', 'verify=skip'],
    ['verify=skip file=a.js "too late"', 'no-reason', 'verify=skip'],
    ['verify=run "because"', 'reason-without-skip', 'because'],
    ['verify=skip,run "because"', 'skip-and-more', 'verify=skip,run'],
    ['verify=run verify=run', 'twice', 'verify=run'],
    ['verify=run,run', 'twice', 'verify=run,run'],
    ['file=a.js file=b.js', 'twice', 'file=b.js'],
    ['file=', 'file-name', 'file='],
    ['file=server', 'file-name', 'file=server'],
    ['file=../a.js', 'file-name', 'file=../a.js'],
    ['file=.env', 'file-name', 'file=.env'],
    ['file=a..', 'file-name', 'file=a..'],
    ['file="a b.js"', 'file-name', 'file="a b.js"'],
    ['file=C:\\a.js', 'file-name', 'file=C:\\a.js'],
  ])('that read %s are a fault: %s', (meta, fault, given) => {
    expect(faultOf(meta)).toEqual({ fault, given });
  });
});
