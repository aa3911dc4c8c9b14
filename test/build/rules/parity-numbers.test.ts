// Which numbers of the two languages are the same, and which are not. The messages are in test/fixtures/broken.
import { describe, expect, it } from 'vitest';
import { parityNumbers } from '../../../build/rules/parity-numbers.ts';
import { driftsIn } from './drifts.ts';

const same: readonly (readonly [zh: string, en: string])[] = [
  ['有 1,000 条鱼。', 'There are 1000 fish.'],
  ['有 1000 条鱼。', 'There are a thousand fish.'],
  ['有 1.5 万条鱼。', 'There are 15,000 fish.'],
  ['有 2 亿条鱼。', 'There are 200 million fish.'],
  ['有 10 万条鱼。', 'There are 100K fish.'],
  ['窗口是 128K。', 'The window is 128K.'],
  ['有２３条鱼。', 'There are 23 fish.'],
  ['占 80%。', 'That is 80 percent.'],
  ['占百分之 80。', 'That is 80%.'],
  ['等 5 秒。', 'Wait 5 s.'],
  ['等 5 秒钟。', 'Wait five seconds.'],
  ['等 60 秒。', 'Wait a minute.'],
  ['等 5 分钟。', 'Wait 300 seconds.'],
  ['等 1500 毫秒。', 'Wait 1.5 seconds.'],
  ['留 7 天。', 'Kept for one week.'],
  ['留 12 个月。', 'Kept for a year.'],
  ['每 24 小时一次。', 'Once per day.'],
  ['等 5 到 10 秒。', 'Wait 5–10 seconds.'],
  ['上限 512 MB。', 'At most 512MB.'],
  ['2026 年 5 月 1 日开业。', 'It opened on May 1, 2026.'],
  ['2026 年 5 月 1 日开业。', 'It opened on 1 May 2026.'],
  ['2026 年 5 月 1 日开业。', 'It opened on the 1st of May 2026.'],
  ['2026 年 5 月 1 日开业。', 'It opened on 2026-05-01.'],
  ['它（2026-05-01）开业。', 'It (2026-05-01) opened.'],
  ['它（2026/5/1）开业。', 'It (on 2026/5/1) opened.'],
  ['它（下午 3:30）开门。', 'It (at 15:30) opens.'],
  ['2026 年 5 月开业。', 'It opened in May 2026.'],
  ['5 月 1 日开业。', 'It opened on May 1st, 2026.'],
  ['5 月开业。', 'It opened in May.'],
  ['2026 年开业。', 'It opened in 2026.'],
  ['下午 3:30 喝茶。', 'Tea is at 15:30.'],
  ['下午 3 点半喝茶。', 'Tea is at 3:30 p.m.'],
  ['晚上 8 点关门。', 'It closes at 8pm.'],
  ['凌晨 12 点开门。', 'It opens at 12 AM.'],
  ['晚上 12 点关门。', 'It closes at midnight.'],
  ['中午 12 点关门。', 'It closes at 12 PM.'],
  ['需要 Python 3.11。', 'Python 3.11 is needed.'],
  ['v1.2 起可用。', 'Since version 1.2.'],
  ['有 2 只企鹅。', 'Both penguins are there.'],
  ['有两只企鹅。', 'There are 2 penguins.'],
  ['有 12 把椅子。', 'There are twelve chairs.'],
  ['有 25 把椅子。', 'There are twenty-five chairs.'],
  ['第 3 个杯子。', 'The 3rd cup.'],
  ['第 3 个杯子。', 'The third cup.'],
  ['尝试 2 次。', 'Try twice.'],
  ['有 1 只企鹅。', 'A penguin is there.'],
  ['一个茶壶。', 'The teapot.'],
  ['几种茶壶。', 'Three teapots.'],
  ['分三步。', 'In 3 steps.'],
  ['退出码为 0。', 'It ends with exit code zero.'],
  ['快 2 倍。', '2x as fast.'],
  ['1,000 次/分钟。', '1,000/min.'],
  ['100 字节。', '100 bytes.'],
  ['端口 8080。', 'Port 8080.'],
  ['返回 404。', 'It answers `404`.'],
  ['GPT-4 和 UTF-8。', 'A model and an encoding.'],
  ['1. 烧水\n2. 泡茶', '- Boil water\n- Brew tea'],
  ['步骤 3：倒茶。', 'Pour the tea.'],
  ['见[手册](https://tea.example/v2/7)。', 'See the [manual](https://tea.example/en/v2/8).'],
  ['茶壶有 6 杯。6 杯够了。', 'A teapot holds 6 cups, which is enough.'],
  ['有 6 个杯子。\n\n还有 7 把勺子。', 'There are 6 cups and 7 spoons.'],
];

const different: readonly (readonly [zh: string, en: string, found: string])[] = [
  ['有 1,000 条鱼。', 'There are 10,000 fish.', '"1,000" in Chinese and "10,000" in English'],
  ['有 1 万条鱼。', 'There are 1000 fish.', '"1 万" in Chinese and "1000" in English'],
  ['等 5 秒。', 'Wait 5 minutes.', '"5 秒" in Chinese and "5 minutes" in English'],
  ['等 5 分钟。', 'Wait 5 s.', '"5 分钟" in Chinese and "5 s" in English'],
  ['占 5%。', 'That is 5 MB.', '"5%" in Chinese and "5 MB" in English'],
  ['等 60 秒。', 'Wait 2 minutes.', '"60 秒" in Chinese and "2 minutes" in English'],
  ['上限 16 KB。', 'At most 16 MB.', '"16 KB" in Chinese and "16 MB" in English'],
  [
    '2026 年 5 月 1 日开业。',
    'It opened on May 11, 2026.',
    '"2026 年 5 月 1 日" in Chinese and "May 11, 2026" in English',
  ],
  ['2026 年 6 月开业。', 'It opened in July 2026.', '"2026 年 6 月" in Chinese and "July 2026" in English'],
  ['下午 3:30 喝茶。', 'Tea is at 3:30 a.m. sharp.', '"下午 3:30" in Chinese and "3:30 a.m." in English'],
  ['需要 Python 3.11。', 'Python 3.10 is needed.', '"3.11" in Chinese and "3.10" in English'],
  ['有三种茶。', 'There are two kinds of tea.', '"三" in Chinese and "two" in English'],
  ['有 6 个杯子。', 'There are cups.', '"6" in Chinese, which this section does not have in English'],
  ['有杯子。', 'There are 6 cups.', '"6" in English, which this section does not have in Chinese'],
  [
    '有 6 个杯子，6 把勺子。',
    'There are 6 cups.\n\nAnd 7 spoons.',
    '"7" in English, which this section does not have in Chinese',
  ],
];

describe('numbers', () => {
  it.each(same)('%s = %s', (zh, en) => {
    expect(driftsIn(parityNumbers, `## 茶\n\n${zh}`, `## Tea\n\n${en}`)).toEqual([]);
  });

  it.each(different)('%s ≠ %s', (zh, en, found) => {
    expect(driftsIn(parityNumbers, `## 茶\n\n${zh}`, `## Tea\n\n${en}`)).toEqual([found]);
  });

  it('are looked for in the section that the other language lacks, when that stands beside', () => {
    expect(
      driftsIn(parityNumbers, '## 茶\n\n茶壶。有 6 个杯子。', '## Tea\n\nA teapot.\n\n## Cups\n\nThere are 6.'),
    ).toEqual([]);
  });
});
