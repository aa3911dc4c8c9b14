// Which addresses are one target. The messages are in test/fixtures/broken.
import { describe, expect, it } from 'vitest';
import { parityLinks } from '../../../build/rules/parity-links.ts';
import { driftsIn } from './drifts.ts';

const same: readonly (readonly [zh: string, en: string])[] = [
  ['https://docs.example/zh-CN/guide', 'https://docs.example/en-US/guide'],
  ['https://docs.example/zh/guide/', 'https://docs.example/guide'],
  ['https://zh.docs.example/guide', 'https://docs.example/guide'],
  ['https://cn.docs.example/guide', 'https://docs.example/guide'],
  ['https://zh.wikipedia.org/wiki/茶', 'https://en.wikipedia.org/wiki/Tea'],
  ['https://docs.example/guide?hl=zh-CN', 'https://docs.example/guide?hl=en'],
  ['https://docs.example/guide.html#安装', 'https://docs.example/guide#install'],
  ['https://code.example/README.zh-CN.md', 'https://code.example/README.md'],
  ['http://docs.example/guide', 'https://www.docs.example/guide'],
  ['https://www.tea.com.cn/pot', 'https://tea.com/pot'],
  ['https://mp.weixin.qq.com/s/abc', 'https://tea.example/blog'],
  ['/zh/guide', '/en/guide'],
  ['./guide', '/tea/guide'],
  ['../agent/penguin.md#鱼', '../agent/penguin.md#fish'],
  ['#茶', '#tea'],
];

const different: readonly (readonly [zh: string, en: string])[] = [
  ['https://docs.example/zh/guide', 'https://docs.example/en/reference'],
  ['https://docs.example/guide', 'https://other.example/guide'],
  ['https://docs.example/guide?page=1', 'https://docs.example/guide?page=2'],
  ['../agent/penguin.md', '../agent/teapot.md'],
  ['../agent/penguin.md', '../agent/penguin.md#fish'],
  ['#茶', 'https://tea.example'],
];

describe('links', () => {
  it.each(same)('%s is %s', (zh, en) => {
    expect(driftsIn(parityLinks, `见[茶](${zh})。`, `See [tea](${en}).`)).toEqual([]);
  });

  it.each(different)('%s is not %s', (zh, en) => {
    expect(driftsIn(parityLinks, `见[茶](${zh})。`, `See [tea](${en}).`)).toEqual([
      `a link to ${JSON.stringify(zh)} in Chinese and to ${JSON.stringify(en)} in English`,
    ]);
  });

  it('by reference lead where they are defined, or where the other language defines them', () => {
    expect(
      driftsIn(parityLinks, '见[茶][tea]。', 'See [tea](https://tea.example).\n\n[tea]: https://tea.example'),
    ).toEqual([]);
    expect(
      driftsIn(parityLinks, '见[茶][a]。\n\n[a]: https://a.example', 'See [tea][b].\n\n[b]: https://b.example'),
    ).toEqual(['a link to "https://a.example" in Chinese and to "https://b.example" in English']);
  });

  it('may lead to one page more often in one language', () => {
    expect(
      driftsIn(parityLinks, '见[茶](https://a.example)，[茶](https://a.example)。', 'See [tea](https://a.example).'),
    ).toEqual([]);
  });

  it('may show pictures of their own in each language, but as many', () => {
    expect(driftsIn(parityLinks, '![茶](/a.png)', '![tea](/b.png)')).toEqual([]);
    expect(driftsIn(parityLinks, '![茶](/a.png)\n\n![水](/w.png)', '![tea](/b.png)')).toHaveLength(1);
    expect(driftsIn(parityLinks, '![茶](/a.png)', 'Tea.')).toEqual([
      'an image "/a.png" in Chinese that this section does not have in English',
    ]);
  });
});
