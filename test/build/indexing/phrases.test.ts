import { expect, it } from 'vitest';
import { isPhrase } from '../../../build/indexing/phrases.ts';

it.each([
  ...['the log is too large', 'cannot open file', '日志几个 G 打不开', '茶水流到桌上'],
  ...['SQL 写错了怎么办', 'ＳＱＬ 語句寫錯'],
])('«%s» is a phrase', (keyword) => {
  expect(isPhrase(keyword)).toBe(true);
});

it.each([
  ...['', 'ENOSPC', 'tail -f', 'tools/list_changed', 'Content-Type', '大文件', '流式读取', '茶水流到桌', 'JSON 解析'],
])('«%s» is a name or a term', (keyword) => {
  expect(isPhrase(keyword)).toBe(false);
});
