import fc from 'fast-check';
import { Converter } from 'opencc-js/cn2t';
import { describe, expect, it } from 'vitest';
import { analyse } from '../../../build/edition/analysis.ts';
import { withoutQuestionForms } from '../../../build/edition/question-forms.ts';

const toTraditional = Converter({ from: 'cn', to: 't' });
const toHongKong = Converter({ from: 'cn', to: 'hk' });
const fullWidth = (text: string): string =>
  text
    .replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0))
    .replaceAll(' ', '\u3000');

/** What is left, its gaps as one space each. */
const left = (question: string): string => withoutQuestionForms(question).replace(/\s+/g, ' ');

const chinese: [question: string, left: string][] = [
  ['什么是茶壶？', '茶壶'],
  ['茶壶为什么漏水', '茶壶 漏水'],
  ['茶壶为何漏水？', '茶壶 漏水'],
  ['茶壶漏水应该怎么办', '茶壶漏水'],
  ['茶壶怎么清洗？', '茶壶 清洗'],
  ['茶壶里有哪些茶', '茶壶里有 茶'],
  ['茶壶有哪几种', '茶壶有'],
  ['茶壶有几个盖', '茶壶 盖'],
  ['茶壶是不是会漏水', '茶壶 会漏水'],
  ['茶壶会不会漏水？', '茶壶 漏水'],
  ['茶壶可不可以加热', '茶壶 加热'],
  ['请问，茶壶多少度', ',茶壶 度'],
  ['我想知道茶壶的材料', '茶壶的材料'],
  ['茶壶漏水吗，怎么修？', '茶壶漏水 , 修'],
  ['这是茶壶吧。', '这是茶壶'],
  ['茶壶什么时候清洗', '茶壶 清洗'],
  ['茶壶还是水壶', '茶壶 水壶'],
  ['甚么是茶壶', '茶壶'],
];
const english: [question: string, left: string][] = [
  ['How do I clean a teapot?', 'clean a teapot'],
  ['how to clean', 'clean'],
  ['What’s the teapot', 'teapot'],
  ["what's a teapot!", 'teapot'],
  ['Why does a teapot drip ...', 'a teapot drip'],
  ['  Where can I buy tea ?', 'buy tea'],
  ['Can I clean it? Twice', 'clean it? Twice'],
];

describe('a question without its question words', () => {
  it.each([...chinese, ...english])('is of %j %j', (question, expected) => {
    expect(left(question)).toBe(expected);
  });

  it.each([...chinese, ...english])('is the same of %j in full width and in Traditional characters', (question) => {
    for (const other of [fullWidth, toTraditional, toHongKong])
      expect(withoutQuestionForms(other(question))).toBe(withoutQuestionForms(question));
  });

  it.each([
    ...['附近的酒吧', '附近的酒吧 推荐', '网吧、贴吧', '几何', '任何错误', '几率', '吗啡', '证书申请问题', '申请教程'],
    ...['办理证书', '响应该请求', '对应该接口', '许可以及授权', '可能否认', '该功能否则无效', '连接归还', '自我想象'],
    ...['clean how to', 'whatever is', 'howto'],
  ])('leaves %j as it is: no question word stands there by itself', (text) => {
    expect(withoutQuestionForms(text)).toBe(text);
  });

  it.each([
    ['怎么办理证书', '办理证书'],
    ['用什么样式文件', '用 样式文件'],
    ['我想要求退款', '要求退款'],
    ['哪些酒吧', '酒吧'],
    ['连接是归还还是关闭', '连接是归还 关闭'],
  ])('cuts %j no further than the question word goes, to %j', (question, expected) => {
    expect(left(question)).toBe(expected);
  });

  it.each(['什么', '如何？', '怎么办', '为什么', 'How to', 'What is', '多少'])(
    'is %j itself, when nothing searchable would be left',
    (question) => {
      expect(withoutQuestionForms(question)).toBe(question.replace('？', ''));
    },
  );

  it('has a term whenever the question has one', () => {
    const pieces = fc.constantFrom(
      ...['什么', '怎么', '如何', '吗', '吧', '茶', 'how to ', 'what is ', 'the', 'tea', '？', ' '],
    );
    const questions = fc.oneof(
      fc.array(pieces, { maxLength: 8 }).map((some) => some.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(questions, (question) => {
        expect(analyse(withoutQuestionForms(question)).length > 0).toBe(analyse(question).length > 0);
      }),
      { numRuns: 300 },
    );
  });

  it('is found however many marks stand before a word', () => {
    const question = `${'? '.repeat(130_000)}tea`;
    expect(withoutQuestionForms(question)).toBe(question);
  });
});
