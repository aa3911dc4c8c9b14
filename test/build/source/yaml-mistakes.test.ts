import { describe, expect, it } from 'vitest';
import { inLocale } from '../../../build/messages.ts';
import { readYaml } from '../../../build/source/yaml.ts';

const reasonsIn = (yaml: string, locale: 'zh' | 'en'): string[] =>
  readYaml(yaml).findings.map(({ found }) => inLocale(found, locale));

describe('a YAML mistake', () => {
  it.each([
    ['id: 1\nid: 2', '同一个映射中的键不能重复'],
    ['id: a: b', '同一行中不能再嵌套映射或列表'],
    ['title:\n\tzh: x', '不能用制表符缩进'],
    ['id: "tea', '未闭合的引号'],
    ['id: 1\n...\nid: 2', '一段 front matter 中有多个 YAML 文档'],
    ['id:1\ntags: 2', '键必须写在一行之内；冒号之后可能少了空格'],
    ['id: &a &b tea', '一个值至多有一个锚点'],
  ])('is told in Chinese by its code: %j', (yaml, reason) => {
    expect(reasonsIn(yaml, 'zh')).toContain(`YAML 错误：${reason}`);
  });

  it.each([
    ['author: @teapot', '不加引号的文字不能以这个字符开头（Plain value cannot start with reserved character @）'],
    ['author: "a \\q"', '双引号中的转义序列无效（Invalid escape sequence \\q）'],
    ['id: !teapot x', '无法识别的标签 !teapot'],
    [
      'tags: [a, b',
      '括号没有闭合，或缩进不够（Flow sequence in block collection must be sufficiently indented and end with a ]）',
    ],
  ])('names what was found, in English where the package says it: %j', (yaml, reason) => {
    expect(reasonsIn(yaml, 'zh')).toContain(`YAML 错误：${reason}`);
  });
});
