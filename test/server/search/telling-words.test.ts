// Tests which words of a long question, such as a stack trace, the search uses.
import { expect, it } from 'vitest';
import { usedOf, wholeQuestionMax } from '../../../server/search/telling-words.ts';
import { collectionOf } from './collections.ts';

const { collection } = collectionOf([
  {
    zh: { title: '连接被拒绝', body: '错误 ECONNREFUSED：端口上没有程序监听。重启服务。' },
    en: {
      title: 'Connection refused',
      body: 'ECONNREFUSED: the port has no listener. Code -32601 too. Restart the service: 500.',
    },
  },
  { zh: { title: '茶壶', body: '水壶。' }, en: { title: 'Teapot', body: 'A kettle at work, of 12 and 2026 models.' } },
  { zh: { title: '杯', body: '杯子。' }, en: { title: 'Cup', body: 'A cup, at work.' } },
]);
const used = (asked: string): string => usedOf(asked, collection);
const frames = Array.from({ length: 30 }, (_, at) => `    at frame${at} (/srv/app/lib/file${at}.js:${at}:12)\n`).join(
  '',
);

it('the search uses a question of at most 256 characters unchanged', () => {
  for (const asked of ['zebra?', 'x '.repeat(128), '👩'.repeat(256)]) expect(used(asked)).toBe(asked);
});

it('the search replaces words in Traditional characters by their mainland equivalents, unless the articles have the words as typed', () => {
  const mainland = collectionOf([{ zh: { title: '服务器上的文件' }, en: { title: 'Files' } }]).collection;
  const taiwan = collectionOf([{ zh: { title: '伺服器上的檔案' }, en: { title: 'Files' } }]).collection;
  expect(usedOf('伺服器上的檔案', mainland)).toBe('服务器上的文件');
  expect(usedOf('伺服器上的檔案', taiwan)).toBe('伺服器上的檔案');
  // The characters of 文件 are not Traditional, so the search does not replace the word.
  expect(usedOf('文件', mainland)).toBe('文件');
});

it('the search uses the message of a stack trace, without times, addresses, hashes and frames', () => {
  const asked = `2026-03-11T02:00:04.113Z [12] deadbeef0123456789 10.0.0.1:5432\nError: connect ECONNREFUSED 10.0.0.1:5432\n${frames}`;
  expect(used(asked)).toBe('connect ECONNREFUSED');
});

it('the search uses an error code with its minus sign, and also an error code after a colon', () => {
  const asked = `{"error":{"code":-32601,"cause":"errno:ECONNREFUSED","zebra":"${'z'.repeat(300)}"}}`;
  expect(used(asked)).toBe('code -32601 ECONNREFUSED');
});

it('when a long question repeats a word, the search uses it once, at its place on the line where it weighs most', () => {
  const asked = `kettle and kettles\nteapot\n${frames}restart failed: Kettle\nteapots`;
  expect(used(asked)).toBe('teapot restart Kettle');
});

it('from Chinese text the search uses only the character pairs that articles have, and joins adjacent pairs', () => {
  expect(used(`${'甲乙丙丁'.repeat(70)}。端口被拒绝了，怎么重启服务？`)).toBe('端口 被拒绝 重启服务');
});

it('the search prefers words on a line that names an error if it cannot use all words', () => {
  const names = Array.from({ length: 60 }, (_, at) => `name${String.fromCharCode(97 + (at % 26))}${at}x`);
  const many = collectionOf([{ zh: { title: '名' }, en: { title: 'Names', body: names.join(' ') } }]).collection;
  const asked = names.map((name, at) => (at === 40 ? `error: ${name}` : name)).join('\n');
  const chosen = usedOf(asked, many).split(' ');
  expect(chosen).toHaveLength(24);
  expect(chosen).toContain(names[40]);
});

it('the search shortens a long question to at most 256 characters, and does not change the short question again', () => {
  for (const asked of [
    frames.repeat(3),
    '拒绝连接'.repeat(500),
    'ECONNREFUSED kettle '.repeat(200),
    '🫖'.repeat(4096),
  ]) {
    const once = used(asked);
    expect([...once].length).toBeLessThanOrEqual(wholeQuestionMax);
    expect(used(once)).toBe(once);
  }
});

it('the search uses the beginning of a question if no article has any of its words', () => {
  expect(used('qwerty '.repeat(100))).toBe('qwerty '.repeat(37).slice(0, 256).trim());
});
