// Which names of code the two languages share. The messages are in test/fixtures/broken.
import { describe, expect, it } from 'vitest';
import { parityIdentifiers } from '../../../build/rules/parity-identifiers.ts';
import { driftsIn } from './drifts.ts';

const same: readonly (readonly [zh: string, en: string])[] = [
  ['用 `pour`。', 'Use `pour`, and `pour` again.'],
  ['用 `pour()`。', 'Use `pour`.'],
  ['用 `pour`。', 'They pour.'],
  ['用 `pour <名称>`。', 'Use `pour <name>`.'],
  ['用 `pour {{路径/到/茶壶}} --lid`。', 'Use `pour {{path/to/pot}} --lid`.'],
  ['把 `字符串 1` 换成 `字符串 2`。', 'Replaces `string1` by `string2`.'],
  ['用 `say "你好"`。', 'Use `say "hello there"`.'],
  ['写进 `/茶/壶.txt`。', 'Write into `/tea/pot.txt`.'],
  ['从标准输入读。', 'Reads from `stdin`.'],
  ['字段 maxCups。', 'The field `maxCups`.'],
  ['字段 max_cups。', 'The max cups.'],
  ['用 JavaScript 和 macOS。', 'A language and a system.'],
  ['端口 a/b 和 and/or。', 'Nothing of that kind.'],
  ['见[甲](/a)[乙](/b)。', 'See [first](/a)[Second](/b).'],
];

const different: readonly (readonly [zh: string, en: string, found: string])[] = [
  ['用 `pour`。', 'Use `spill`.', '"pour" in Chinese and "spill" in English'],
  [
    '用 `pour <名称> --lid`。',
    'Use `pour <name> --spout`.',
    '"pour <名称> --lid" in Chinese and "pour <name> --spout" in English',
  ],
  ['用 `pour`。', 'Use it.', '"pour" in Chinese, which this section does not have in English'],
  ['加 --lid。', 'Add --no-lid2.', '"--lid" in Chinese and "--no-lid2" in English'],
  ['错误 ECONNREFUSED。', 'An error.', '"ECONNREFUSED" in Chinese, which this section does not have in English'],
  ['字段 maxCups。', 'A field.', '"maxCups" in Chinese, which this section does not have in English'],
  [
    '写进 /etc/tea/pot。',
    'Write into a file.',
    '"/etc/tea/pot" in Chinese, which this section does not have in English',
  ],
  ['得到 HTTP 418。', 'It is refused.', '"HTTP 418" in Chinese, which this section does not have in English'],
  ['错误 -32601。', 'An error.', '"-32601" in Chinese, which this section does not have in English'],
];

describe('names of code', () => {
  it.each(same)('%s = %s', (zh, en) => {
    expect(driftsIn(parityIdentifiers, zh, en)).toEqual([]);
  });

  it.each(different)('%s ≠ %s', (zh, en, found) => {
    expect(driftsIn(parityIdentifiers, zh, en)).toEqual([found]);
  });
});
