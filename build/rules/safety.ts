// Rules against unsafe content: invisible characters, orders to models, words and addresses that deceive, and HTML.
import type { Html } from 'mdast';
import { Converter } from 'opencc-js/t2cn';
import type { Bilingual } from '../edition/vocabulary.ts';
import { type Finding, type Place, placesIn, show } from '../messages.ts';
import { commentsIn, nodesIn, placeOf, withoutComments } from '../source/markdown.ts';
import { codePointName, controlCharacters, decodeReferences, invisibleCharacters } from './characters.ts';
import { chineseOrders, englishOrders, type OrderKind } from './order-patterns.ts';
import { passagesFor } from './published-passages.ts';
import type { DraftRule } from './rule.ts';

const safeFrontMatter: DraftRule = {
  stage: 'draft',
  name: 'safe-front-matter',
  severity: 'error',
  about: {
    zh: 'front matter 是纯 YAML：只读取，不执行，也不猜测其中任何部分。',
    en: 'Front matter is valid, plain YAML: it is data and is never run as code.',
  },
  check: ({ frontMatter }) => frontMatter.findings,
};

// Rules about HTML.

const htmlComments: DraftRule = {
  stage: 'draft',
  name: 'html-comments',
  severity: 'warning',
  about: {
    zh: '注释是写给作者看的，读者看不到。',
    en: 'Comments are for authors: readers of the article do not get them.',
  },
  check({ tree, text }) {
    const placeAt = placesIn(text);
    return commentsIn(tree.children, text).map(({ start }) => ({
      place: placeAt(start),
      found: { zh: 'HTML 注释', en: 'an HTML comment' },
      expected: { zh: '写给读者的文字', en: 'text for readers' },
      advice: {
        zh: '删除它，或改写成正文；注释不会发布。',
        en: 'Delete it, or write it as text; comments are dropped.',
      },
    }));
  },
};

const rawHtml: DraftRule = {
  stage: 'draft',
  name: 'raw-html',
  severity: 'warning',
  about: {
    zh: '文章只用 Markdown：原始 HTML 标签在页面上会去掉，在 Markdown 里却还在。',
    en: 'Articles contain only Markdown: raw HTML tags are dropped from pages, and stay in the Markdown that agents get.',
  },
  onlyInCheck: true,
  check({ tree }) {
    const tags = nodesIn(tree.children).filter((node): node is Html => node.type === 'html');
    // A closing tag is not reported if its opening tag was reported.
    const open = new Map<string, number>();
    return tags.flatMap((node) => {
      const written = withoutComments(node.value).trim();
      if (written === '') return [];
      const names = [...written.matchAll(/<(\/?)([a-z][\w-]*)/gi)].map(([, slash, name = '']) => ({ slash, name }));
      const closesOpened = names[0]?.slash === '/' && (open.get(names[0].name) ?? 0) > 0;
      for (const { slash, name } of names) open.set(name, Math.max(0, (open.get(name) ?? 0) + (slash ? -1 : 1)));
      if (closesOpened) return [];
      const firstLine = show(written.split('\n', 1)[0]);
      return {
        place: placeOf(node),
        found: { zh: `原始 HTML ${firstLine}`, en: `the raw HTML ${firstLine}` },
        expected: { zh: '纯 Markdown，或写在 `code` 里的标签', en: 'Markdown, or the tag in `code`' },
        advice: {
          zh: '改用 Markdown；若是要给读者看的字面内容，放进反引号里，否则页面上看不到它。',
          en: 'Write it as Markdown; to show the tag itself, put it in backticks, because pages drop raw HTML.',
        },
      };
    });
  },
};

// Rules that `allow` can lift for an article. They examine the passages of the article.

const modelInstructions: DraftRule = {
  stage: 'draft',
  name: 'model-instructions',
  severity: 'error',
  about: {
    zh: '文章是给模型读的资料，不能向读它的模型下命令。确有必要时，在 front matter 的 allow 中写明理由即可发布。',
    en: 'Articles are material for models to read, so they must not give orders to the model that reads them. To publish such text all the same, give the reason under allow in the front matter.',
  },
  check: (draft) =>
    passagesFor('model-instructions', draft).flatMap(({ kind, text, placeOf }) =>
      kind === 'text' ? ordersIn(text).map((order) => orderFinding(order, placeOf(order.offset))) : [],
    ),
};

const orderNames: { readonly [Kind in OrderKind]: Bilingual } = {
  override: { zh: '要求模型抛开原有指令', en: 'an order to drop earlier instructions' },
  persona: { zh: '规定模型的身份或回答方式', en: 'an order about the role of a model or its answers' },
  secrecy: { zh: '要求模型向用户隐瞒', en: 'an order to keep something from the user' },
  leak: { zh: '要求模型说出自己的提示词', en: 'an order to reveal the prompt of the model' },
  address: { zh: '直接对模型说的话', en: 'text addressed to a model' },
  marker: { zh: '对话模板或工具调用的标记', en: 'a mark of chat templates or tool calls' },
};

interface Order {
  kind: OrderKind;
  /** The words of the order as the source writes them. */
  words: string;
  offset: number;
}

/** Orders to models in a text, in the order of the text. */
export function ordersIn(text: string): Order[] {
  const plain = plainForm(text);
  // English patterns apply to Chinese texts too, because these may contain template marks and English words.
  return (/\p{Script=Han}/u.test(plain.text) ? [...englishOrders, ...chineseOrders] : englishOrders)
    .flatMap(([kind, pattern]) =>
      [...plain.text.matchAll(pattern)].map(({ 0: { length }, index }) => {
        const offset = plain.offsets[index] ?? 0;
        const words = text.slice(offset, plain.offsets[index + length] ?? text.length);
        return { kind, words: words.replace(/\s+/g, ' ').trim(), offset };
      }),
    )
    .sort((left, right) => left.offset - right.offset)
    .filter(({ offset }, index, all) => offset !== all[index - 1]?.offset);
}

function orderFinding({ kind, words }: Order, place: Place): Finding {
  return {
    place,
    found: { zh: `${show(words)}（${orderNames[kind].zh}）`, en: `${orderNames[kind].en}: ${show(words)}` },
    expected: { zh: '不向模型下命令的文字', en: 'a text that gives models no orders' },
    advice: {
      zh: '改用叙述，写明谁对谁提出什么要求；要展示这类文字，请放进行内代码或代码块，或在 front matter 中用 allow 说明理由。',
      en: 'Describe it instead of quoting it: who asks whom for what. To quote such words, put them into inline code or a code block, or give the reason under allow in the front matter.',
    },
  };
}

const toSimplified = Converter({ from: 't', to: 'cn' });
/** Characters that could be inserted into a word to hide it: invisible characters, marks on letters, and Markdown characters. */
const dropped = /[\p{Default_Ignorable_Code_Point}\p{M}*_~`·]/gu;

/**
 * The plain form of a text: NFKD without marks, lower case, Simplified Chinese. Each run of white space becomes one space, and
 * spaces between Han characters are removed. `offsets` maps each UTF-16 unit of the result to its offset in the source.
 */
export function plainForm(source: string): { text: string; offsets: number[] } {
  const units: string[] = [];
  const offsets: number[] = [];
  let at = 0;
  for (const character of source) {
    const plain = plainCharacter(character);
    if (units.at(-1) === ' ' && /\p{Script=Han}/u.test(plain) && /\p{Script=Han}/u.test(units.at(-2) ?? '')) {
      units.pop();
      offsets.pop();
    }
    for (const unit of plain === ' ' && units.at(-1) === ' ' ? '' : plain) {
      units.push(unit);
      for (let index = 0; index < unit.length; index += 1) offsets.push(at);
    }
    at += character.length;
  }
  const text = units.join('');
  // The conversion almost always replaces single characters. If the length changes, the offsets would be wrong, so the text stays
  // unconverted.
  const simplified = toSimplified(text);
  return { text: simplified.length === text.length ? simplified : text, offsets };
}

const plainCharacter = (character: string): string =>
  character >= 'a' && character <= 'z'
    ? character
    : character.normalize('NFKD').replace(dropped, '').toLowerCase().replace(/\s/g, ' ');

const lookAlikeLetters: DraftRule = {
  stage: 'draft',
  name: 'look-alike-letters',
  severity: 'error',
  about: {
    zh: '一个单词或标识符里不混用拉丁字母和形似的其他字母，代码中也一样。确有必要时，在 front matter 的 allow 中写明理由即可发布。',
    en: 'No word or identifier, in code or elsewhere, mixes Latin letters with similar letters of another script. To publish such text all the same, give the reason under allow in the front matter.',
  },
  check(draft) {
    // A word is reported once, because the text of a link often repeats its address.
    const known = new Set<string>();
    return passagesFor('look-alike-letters', draft)
      .flatMap(({ text, placeOf }) => mixedWordsIn(text).map((mixed) => mixedFinding(mixed, placeOf(mixed.start))))
      .filter((finding) => {
        const key = JSON.stringify([finding.place, finding.found]);
        return !known.has(key) && known.add(key);
      });
  },
};

interface MixedWord {
  word: string;
  /** The letters of the word that are not Latin. */
  letters: string[];
  start: number;
}

/** A word of letters, digits and marks. Scripts such as Han, which are written beside Latin words without a space, are left out. */
const words =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Georgian}\p{Script=Lisu}\p{Script=Canadian_Aboriginal}\p{M}\p{N}]+/gu;
/**
 * Greek letters that count as deceptive: those that look Latin, and those between two Latin letters. Others are common symbols
 * (Δt, kΩ, μs).
 */
const greekLikeLatin = /[ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿικνοϲϳ]|(?<=\p{Script=Latin})\p{Script=Greek}(?=\p{Script=Latin})/gu;

/** Words that mix Latin letters with letters of a script that has many similar shapes (UTS #39, section 5.1). */
export function mixedWordsIn(text: string): MixedWord[] {
  if (!/[^\p{ASCII}]/u.test(text)) return [];
  return [...text.matchAll(words)].flatMap(({ 0: word, index }) => {
    const letters = foreignLetters(word);
    return letters.length === 0 ? [] : [{ word, letters, start: index }];
  });
}

function foreignLetters(word: string): string[] {
  // Full-width and mathematical letters are ignored, because they deceive no reader.
  const letters = [...word].filter((letter) => letter.normalize('NFKC') === letter);
  if (!letters.some((letter) => /\p{Script=Latin}/u.test(letter))) return [];
  const others = letters.filter(
    (letter) => !/[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}\p{Script=Greek}]/u.test(letter),
  );
  // Greek letters count only in words of more than two letters: a Latin and a Greek letter are a formula, such as `Nν`.
  const alike = letters.length > 2 ? (letters.join('').match(greekLikeLatin) ?? []) : [];
  return [...new Set([...others, ...alike])];
}

function mixedFinding({ word, letters }: MixedWord, place: Place): Finding {
  const names = letters.map((letter) => `${letter} (${codePointName(letter)})`);
  // The letter is replaced by its code point, because the word itself would look correct in the message.
  const marked = letters.reduce((text, letter) => text.replaceAll(letter, `<${codePointName(letter)}>`), word);
  return {
    place,
    found: {
      zh: `${show(marked)}，其中 ${names.join('、')} 不是拉丁字母`,
      en: `${show(marked)}, in which ${names.join(' and ')} ${letters.length === 1 ? 'is' : 'are'} not Latin`,
    },
    expected: { zh: '只用一种文字写成的单词', en: 'a word in one script' },
    advice: {
      zh: '重新输入这个词；要展示这样的字母，请让它单独成词，或写出编号（如 U+0430）。',
      en: 'Type the word again; to show such a letter, write it alone, or write its number, such as U+0430.',
    },
  };
}

const linkSchemes: DraftRule = {
  stage: 'draft',
  name: 'link-schemes',
  severity: 'error',
  about: {
    zh: '链接和图片的地址只用 https:、http:、mailto: 或站内地址，不运行代码，不读取本机文件，也不以 // 开头。确有必要时，在 front matter 的 allow 中写明理由即可发布。',
    en: 'The address of a link or image is https:, http:, mailto: or within the site; it runs no code, reads no local file and does not begin with //. To publish another address all the same, give the reason under allow in the front matter.',
  },
  check: (draft) =>
    passagesFor('link-schemes', draft).flatMap(({ kind, text, placeOf }): Finding[] => {
      if (kind === 'event') {
        const found = { zh: `会运行代码的 HTML 属性 ${text}`, en: `the HTML attribute ${text}, which runs code` };
        const expected = { zh: '不运行代码的 Markdown', en: 'Markdown that runs no code' };
        return [{ place: placeOf(0), found, expected, advice: removal }];
      }
      const unsafe = kind === 'address' ? unsafeAddress(text) : undefined;
      return unsafe === undefined ? [] : [{ place: placeOf(0), ...addressFinding(unsafe) }];
    }),
};

interface UnsafeAddress {
  /** The scheme in lower case. Undefined for an address that begins with two slashes, which takes the scheme of its page. */
  scheme: string | undefined;
  /** The address as a browser interprets it. */
  read: string;
}

/** The fault of an address. Undefined for an address with an allowed scheme or within the site. */
export function unsafeAddress(address: string): UnsafeAddress | undefined {
  // Browsers ignore tabs and line breaks anywhere, and control characters and spaces at the start. Models also ignore the other
  // characters of the pattern.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern drops control characters.
  const read = decodeReferences(address).replace(/[\u0000-\u0020\u007f\u00ad\u200b-\u200f\u2060\ufeff]+/g, '');
  // Browsers treat a backslash as a slash (WHATWG URL).
  if (/^[/\\]{2}/.test(read)) return { scheme: undefined, read };
  // See RFC 3986, section 3.1. A scheme is never percent-encoded: an address that begins with an encoded scheme is a relative
  // path.
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(read)?.[1]?.toLowerCase();
  return scheme === undefined || ['https', 'http', 'mailto'].includes(scheme) ? undefined : { scheme, read };
}

function addressFinding({ scheme, read }: UnsafeAddress): Omit<Finding, 'place'> {
  return {
    found:
      scheme === undefined
        ? { zh: `以 // 开头的地址 ${show(read)}`, en: `an address that begins with //: ${show(read)}` }
        : { zh: `使用 ${scheme}: 的地址 ${show(read)}`, en: `an address with the scheme ${scheme}: ${show(read)}` },
    expected: {
      zh: 'https:、http:、mailto: 或站内地址',
      en: 'https:, http:, mailto: or an address within the site',
    },
    advice: adviceOn(scheme),
  };
}

const removal: Bilingual = {
  zh: '删除它；要展示它，请放进行内代码或代码块。',
  en: 'Delete it; to show it, put it into inline code or a code block.',
};

function adviceOn(scheme: string | undefined): Bilingual {
  if (scheme === undefined) {
    return { zh: '在 // 前写上 https:，或者去掉一个斜杠。', en: 'Write https: before the //, or leave one slash out.' };
  }
  if (scheme === 'localhost' || scheme.includes('.')) {
    return { zh: '在主机名前写上 http:// 或 https://。', en: 'Write http:// or https:// before the host name.' };
  }
  if (['javascript', 'vbscript', 'data', 'file'].includes(scheme)) return removal;
  return {
    zh: '改为网页地址，把它放进行内代码，或在 front matter 中用 allow 说明理由。',
    en: 'Link to a web page instead, put the address into inline code, or give the reason under allow in the front matter.',
  };
}

const unusedAllow: DraftRule = {
  stage: 'draft',
  name: 'unused-allow',
  severity: 'warning',
  about: {
    zh: '每一项 allow 都确有所指：文章里有这条规则会报告的内容。',
    en: 'Every entry of allow is needed: the article contains something that the rule named in the entry reports.',
  },
  check(draft) {
    const { fields, frontMatter } = draft;
    if (fields.kind !== 'article' || !fields.checked?.success) return [];
    const { allow: _, ...values } = frontMatter.values ?? {};
    const withoutAllow = { ...draft, frontMatter: { ...frontMatter, values } };
    return fields.checked.data.allow.flatMap(({ rule }, index) => {
      const judge = [modelInstructions, lookAlikeLetters, linkSchemes].find(({ name }) => name === rule);
      if (judge !== undefined && judge.check(withoutAllow).length > 0) return [];
      return {
        place: frontMatter.placeOf(['allow', index]),
        found: {
          zh: `没有用处的 allow：${show(rule)}`,
          en: `the allow entry for ${show(rule)}, which the article does not need`,
        },
        expected: { zh: '只为文中确有的内容写 allow', en: 'an allow entry only for what the article contains' },
        advice: { zh: '删除这一项。', en: 'Remove the entry.' },
      };
    });
  },
};

export const safetyRules: readonly DraftRule[] = [
  safeFrontMatter,
  controlCharacters,
  invisibleCharacters,
  htmlComments,
  rawHtml,
  modelInstructions,
  lookAlikeLetters,
  linkSchemes,
  unusedAllow,
];
