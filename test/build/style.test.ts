// Cases of the style rules that a broken site cannot show, because another rule would report them as well.
import { describe, expect, it } from 'vitest';
import { check } from '../../build/compile.ts';
import { inLocale, type Message } from '../../build/messages.ts';
import { glossary } from '../../build/rules/glossary.ts';
import { type ArticleParts, articleText } from '../site.ts';
import { entryOf } from './sources.ts';

function messagesOf(rule: string, parts: ArticleParts): Message[] {
  const { messages } = check({ entries: [entryOf(articleText(parts))] }, 'check');
  return messages.filter((message) => message.rule === rule);
}
const countOf = (rule: string, zh: string): number => messagesOf(rule, { zh }).length;

it('empty-heading counts neither comments nor images without alternative text as text', () => {
  for (const heading of ['## <!-- 茶 -->', '## ![](/pot.png)', '## <br>']) {
    expect(countOf('empty-heading', `${heading}\n\n茶。`)).toBe(1);
  }
  expect(countOf('empty-heading', '## ![茶壶](/pot.png)\n\n茶。')).toBe(0);
});

it('lead-paragraph ignores comments and link definitions before the first paragraph', () => {
  expect(countOf('lead-paragraph', '<!-- 茶 -->\n\n[茶]: /tea\n\n茶。')).toBe(0);
  expect(countOf('lead-paragraph', '<!-- 茶 -->\n\n- 茶')).toBe(1);
  expect(countOf('lead-paragraph', '![](/pot.png)\n\n茶。')).toBe(1);
});

it('bare-urls reports an address that runs into Chinese text, and offers no fix', () => {
  const [message] = messagesOf('bare-urls', { zh: '见 https://a.example/x，然后倒茶。' });
  expect(inLocale(message?.advice ?? '', 'en')).toContain('"，" and the text after it become part');
  expect(message?.fix).toBeUndefined();
});

it('image-source checks the first of two definitions with the same label, because only that one applies', () => {
  const zh = '![茶][pot]\n\n[pot]: /pot.png\n[pot]: https://a.example/pot.png';
  expect(countOf('image-source', zh)).toBe(0);
});

describe('the rule terms', () => {
  it.each(glossary.flatMap(({ avoid }) => avoid))('reports the form %s, which the glossary avoids', (form) => {
    expect(countOf('terms', `我们说 ${form} 的时候。`)).toBe(1);
  });

  it('has more than sixty terms, and never suggests a form that it reports', () => {
    expect(glossary.length).toBeGreaterThan(60);
    const avoided = glossary.flatMap(({ avoid }) => avoid);
    expect(new Set(avoided).size).toBe(avoided.length);
    for (const { en, zh } of glossary) expect(countOf('terms', `我们说 ${zh ?? ''} ${en} 的时候。`)).toBe(0);
  });

  it('reports nothing in addresses, file names, paths and identifiers', () => {
    const zh = '用 Github.com、pot/Json、Json.parse、Json(x)、@Github/pot、my-Github、Github_pot 和 #Json。';
    expect(countOf('terms', zh)).toBe(0);
    expect(countOf('terms', '用 Github、（Json）和“Yaml”。')).toBe(3);
  });
});

describe('the rule cjk-spacing', () => {
  const fixes = (zh: string): string[] =>
    messagesOf('cjk-spacing', { zh }).map(({ expected }) => inLocale(expected, 'zh'));

  it('reports neither ambiguous punctuation nor text without Chinese beside it', () => {
    expect(fixes('约 6+只，占 50%的，$POT的，会话(fork)的，茶壶-企鹅，填写 access key。“pot” 说。a,b 和 c')).toEqual(
      [],
    );
  });
});
