import fc from 'fast-check';
import { Converter } from 'opencc-js/cn2t';
import { describe, expect, it } from 'vitest';
import { analyse, holdsHan, normalFormOf, withoutQuestionForms, wordsIn } from '../../../build/edition/analysis.ts';
import { anyText } from '../texts.ts';

const terms = (text: string): string => analyse(text).join(' ');

describe('the terms of a text', () => {
  it.each([
    // English words become stems; stop words, possessive endings and contractions are dropped.
    ['The servers were running generously', 'server run generous'],
    ["the teapot's lid, the teapots' lids", 'teapot lid teapot lid'],
    // Chinese: single characters and bigrams of a run of Chinese characters; any other character ends the run.
    ['连接超时', '连 连接 接 接超 超 超时 时'],
    ['茶，壶', '茶 壶'],
    ['用teapot泡茶', '用 teapot 泡 泡茶 茶'],
    // Traditional characters become Simplified ones.
    ['連線逾時', '连 连线 线 线逾 逾 逾时 时'],
    // Full-width and other Unicode compatibility forms become the usual characters.
    ['ＡＢＣ　１２３', 'abc 123'],
    ['ｆｕｌｌ－ｗｉｄｔｈ', 'full-width full width'],
    ['ﬁle ①', 'file 1'],
    // Identifiers: the whole identifier, then its parts.
    ['tools/call', 'tools/call tool call'],
    ['list_tools', 'list_tools list tool'],
    ['CamelCase', 'camelcase camel case'],
    ["the boss's lid", 'boss lid'],
    ['v1.2.3', 'v1.2.3 v1 2 3'],
    ['/usr/local/bin', 'usr/local/bin usr local bin'],
    ['__init__', '__init__ init'],
    // Flags, variables and packages keep their leading sign, even directly after Chinese. `---` and an inner `--` are dropped.
    ['--flag -o', '--flag flag -o o'],
    ['用--dry-run', '用 --dry-run dri run'],
    ['$emit @scope/name', '$emit emit @scope/name scope name'],
    ['---flag b--c', 'flag b c'],
    ['app.dock.setMenu', 'app.dock.setmenu app dock setmenu set menu'],
    // Every Unicode hyphen or minus sign counts as `-`. Negative numbers, such as error codes, keep the sign.
    ['−32601 well‐known', '-32601 32601 well-known well known'],
    ['错误-32601', '错 错误 误 -32601 32601'],
    // Programming languages whose names end in punctuation.
    ['C++ C# F#', 'c++ c c# c f# f'],
    // In other scripts, each word is a term.
    ['カタカナ 한국어 Привет', 'カタカナ 한국어 привет'],
    ['𠮷野', '𠮷 𠮷野 野'],
    // Punctuation, emoji and white space are not terms.
    ['… — 🫖 !?', ''],
    ['', ''],
  ])('of %j are %j', (text, expected) => {
    expect(terms(text)).toBe(expected);
  });

  it('include stop words and names made of punctuation if the function analyse gets the argument `keep`', () => {
    for (const name of ['[[', '!', '$']) expect(analyse(name, 'keep')).toEqual([name]);
    expect(analyse('［［', 'keep')).toEqual(['[[']);
    expect(analyse('What is it', 'keep')).toEqual(['what', 'is', 'it']);
    expect(['[[', 'What is it'].flatMap((text) => analyse(text))).toEqual([]);
    expect(analyse('! ?', 'keep')).toEqual([]);
    expect(analyse('!'.repeat(9), 'keep')).toEqual([]);
  });

  it('have at most 64 characters: a longer word is cut, and a longer identifier gives only its parts', () => {
    expect(analyse('x'.repeat(1000))).toEqual(['x'.repeat(64)]);
    expect(analyse(`${'a'.repeat(40)}/${'b'.repeat(40)}`)).toEqual(['a'.repeat(40), 'b'.repeat(40)]);
  });
});

/** Any UTF-16 code units, including lone surrogates. Characters that form or join words are frequent. */
const anyUnits = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.constantFrom(..."aZ7_-$@./:'’+# 茶々壶连線后髮ＡＢﬁéカ", '--', '𠮷', '😀'),
    ),
  )
  .map((pieces) => pieces.join(''));
const fullWidth = (text: string): string =>
  text
    .replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0))
    .replaceAll(' ', '\u3000');

describe('the analyser', () => {
  it('gives terms of 1 to 64 characters, and the same terms for the NFKC and NFD forms of a text', () => {
    fc.assert(
      fc.property(anyUnits, (text) => {
        for (const term of analyse(text)) {
          expect(term.length).toBeGreaterThan(0);
          expect(term.length).toBeLessThanOrEqual(64);
          expect(term).not.toMatch(/\s/);
        }
        expect(analyse(text.normalize('NFKC'))).toEqual(analyse(text));
        expect(analyse(text.normalize('NFD'))).toEqual(analyse(text));
      }),
      { numRuns: 500 },
    );
  });

  it('gives at most two terms per character for 256 KiB of one or two repeated characters', () => {
    for (const unit of ['a', 'a-', '-', "a'", 'aA', '茶', '1.', '_', '@', '-1', 'é']) {
      const text = unit.repeat(262_144 / unit.length);
      expect(analyse(text).length, unit).toBeLessThanOrEqual(2 * text.length);
    }
  });
});

describe('the words of a text', () => {
  it.each([
    ['用teapot泡茶。人々', ['[用]', 'teapot', '[泡茶]', '[人々]']],
    ['カタカナ 한국어 naïve', ['カタカナ', '한국어', 'naïve']],
    ['--port -o $emit @scope/name -32601 a@b.org', ['--port', '-o', '$emit', '@scope/name', '-32601', 'a@b.org']],
    ['---rule a--b $$x', ['rule', 'a', 'b', 'x']],
    ['a-1 用--port', ['a-1', '[用]', '--port']],
    ['C++ C# C+ issue#7', ['C++', 'C#', 'C', 'issue#7']],
    ["it's 'quoted' a. b/ -", ["it's", 'quoted', 'a', 'b']],
  ])('of %j are %j', (given, expected) => {
    const words = wordsIn(given).map(({ start, end, isHan }) => [given.slice(start, end), isHan] as const);
    expect(words.map(([word, isHan]) => (isHan ? `[${word}]` : word))).toEqual(expected);
  });

  it('are in order, do not overlap, and cover every letter and digit of the text', () => {
    fc.assert(
      fc.property(anyUnits, (given) => {
        let last = 0;
        for (const { start, end, isHan } of wordsIn(given)) {
          expect(given.slice(last, start)).not.toMatch(/[\p{L}\p{N}\p{M}_\p{Script=Han}]/u);
          expect(start).toBeLessThan(end);
          if (isHan) expect(given.slice(start, end)).toMatch(/^\p{Script=Han}+$/u);
          else expect(given.slice(start, end)).not.toMatch(/\p{Script=Han}/u);
          last = end;
        }
        expect(given.slice(last)).not.toMatch(/[\p{L}\p{N}\p{M}_\p{Script=Han}]/u);
      }),
      { numRuns: 300 },
    );
  });

  it('give the same terms as the whole text when they are analysed one by one', () => {
    fc.assert(
      fc.property(anyText, (given) => {
        const normal = normalFormOf(given);
        const words = wordsIn(normal).map(({ start, end }) => normal.slice(start, end));
        expect(words.flatMap((word) => analyse(word))).toEqual(analyse(normal));
        expect(analyse(normal)).toEqual(analyse(given));
        for (const word of words) {
          // The analyser makes a whole identifier one term, so wordsIn must neither split nor join identifiers.
          const isIdentifier = !holdsHan(word) && /[^\p{L}\p{N}\p{M}]/u.test(word) && /[\p{L}\p{N}]/u.test(word);
          const isContraction = /^\p{L}+'\p{L}+$/u.test(word);
          if (isIdentifier && !isContraction && word.length <= 64) expect(analyse(word)).toContain(word.toLowerCase());
        }
      }),
      { numRuns: 300 },
    );
  });

  it('found in a range are exactly the words of the whole text that begin in that range', () => {
    fc.assert(
      fc.property(anyUnits, fc.nat(), fc.nat(), (given, some, other) => {
        const words = wordsIn(given);
        const [start, end] = [some % (given.length + 1), other % (given.length + 1)];
        fc.pre(words.every((word) => start <= word.start || start >= word.end));
        expect(wordsIn(given, start, end)).toEqual(words.filter((word) => word.start >= start && word.start < end));
      }),
      { numRuns: 300 },
    );
  });
});

describe('the normal form of a text', () => {
  it.each([
    ['full width', 'ＡＢＣ　１２３，？', 'ABC 123,?'],
    ['compatibility forms', 'ﬁle ① ㎏', 'file 1 kg'],
    ['apostrophes', 'don’t', "don't"],
    ['hyphens and minus signs', '‐‑‒–−', '-----'],
    ['Traditional characters', '連線逾時，請問頭髮', '连线逾时,请问头发'],
    ['Traditional words that keep a character', '乾隆 乾淨', '乾隆 干净'],
    ['a variant that maps to another variant', '薴 苧 苎', '苎 苎 苎'],
  ])('normalises %s: %j becomes %j', (_kind, given, expected) => {
    expect(normalFormOf(given)).toBe(expected);
  });

  it('does not change when normalised again', () => {
    const traditional = fc
      .array(fc.constantFrom(...'連線請問頭髮乾隆淨著名看著裡裏麼麽甚為爲後后面麵發髮'))
      .map((some) => some.join(''));
    fc.assert(
      fc.property(fc.oneof(anyUnits, traditional), (given) => {
        const normal = normalFormOf(given);
        expect(normalFormOf(normal)).toBe(normal);
      }),
      { numRuns: 300 },
    );
  });
});

const toTraditional = Converter({ from: 'cn', to: 't' });
const toHongKong = Converter({ from: 'cn', to: 'hk' });

/** The question without its question words; each run of white space becomes one space. */
const left = (question: string): string => withoutQuestionForms(question).replace(/\s+/g, ' ');

const questions: [question: string, left: string][] = [
  ['什么是茶壶？', '茶壶'],
  ['茶壶为何漏水？', '茶壶 漏水'],
  ['茶壶漏水应该怎么办', '茶壶漏水'],
  ['茶壶怎么清洗？', '茶壶 清洗'],
  ['茶壶里有哪些茶', '茶壶里有 茶'],
  ['茶壶有几个盖', '茶壶 盖'],
  ['茶壶是不是会漏水', '茶壶 会漏水'],
  ['茶壶可不可以加热', '茶壶 加热'],
  ['请问，茶壶多少度', ',茶壶 度'],
  ['我想知道茶壶的材料', '茶壶的材料'],
  ['茶壶漏水吗，怎么修？', '茶壶漏水 , 修'],
  ['茶壶什么时候清洗', '茶壶 清洗'],
  ['茶壶还是水壶', '茶壶 水壶'],
  ['甚么是茶壶', '茶壶'],
  ['How do I clean a teapot?', 'clean a teapot'],
  ['how to clean', 'clean'],
  ['What’s the teapot', 'teapot'],
  ["what's a teapot!", 'teapot'],
  ['Why does a teapot drip ...', 'a teapot drip'],
  ['  Where can I buy tea ?', 'buy tea'],
  ['Can I clean it? Twice', 'clean it? Twice'],
];

describe('withoutQuestionForms', () => {
  it.each(questions)('turns %j into %j, also in full width and in Traditional characters', (question, expected) => {
    expect(left(question)).toBe(expected);
    for (const other of [fullWidth, toTraditional, toHongKong])
      expect(withoutQuestionForms(other(question))).toBe(withoutQuestionForms(question));
  });

  it.each([
    ...['附近的酒吧', '附近的酒吧 推荐', '网吧、贴吧', '几何', '任何错误', '几率', '吗啡', '证书申请问题', '申请教程'],
    ...['办理证书', '响应该请求', '对应该接口', '许可以及授权', '可能否认', '该功能否则无效', '连接归还', '自我想象'],
    ...['clean how to', 'whatever is', 'howto'],
  ])('does not change %j, which contains no separate question word', (text) => {
    expect(withoutQuestionForms(text)).toBe(text);
  });

  it.each([
    ['怎么办理证书', '办理证书'],
    ['用什么样式文件', '用 样式文件'],
    ['我想要求退款', '要求退款'],
    ['哪些酒吧', '酒吧'],
    ['连接是归还还是关闭', '连接是归还 关闭'],
  ])('removes from %j only the question word, and leaves %j', (question, expected) => {
    expect(left(question)).toBe(expected);
  });

  it('returns the question unchanged if it consists only of question words', () => {
    for (const asked of ['什么', '怎么办', 'How to']) expect(withoutQuestionForms(asked)).toBe(asked);
    const pieces = ['什么', '怎么', '如何', '吗', '吧', '茶', 'how to ', 'what is ', 'the', 'tea', '？', ' '];
    const joined = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((some) => some.join(''));
    fc.assert(
      fc.property(fc.oneof(joined, fc.string({ unit: 'binary' })), (question) => {
        expect(analyse(withoutQuestionForms(question)).length > 0).toBe(analyse(question).length > 0);
      }),
      { numRuns: 300 },
    );
  });

  it('returns a question with 130,000 question marks before a word unchanged', () => {
    const question = `${'? '.repeat(130_000)}tea`;
    expect(withoutQuestionForms(question)).toBe(question);
  });
});
