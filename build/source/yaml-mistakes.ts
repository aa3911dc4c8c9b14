// What the yaml package finds wrong with a text, in both languages. It speaks English only, so the Chinese goes by its codes.
import type { YAMLError } from 'yaml';
import type { Bilingual } from '../messages.ts';

/** The reason of a mistake as a phrase; `message` is what the package says, of which the first sentence is enough. */
export function mistakeReason(code: YAMLError['code'], message: string): Bilingual {
  const english = message.split(/[;\n]/, 1)[0]?.replace(/[:.]$/, '') ?? message;
  return { zh: chinese[code](english), en: english };
}

/** Where one code stands for many reasons, or a reason names what it found, the English is added as detail. */
const chinese: { readonly [Code in YAMLError['code']]: (english: string) => string } = {
  ALIAS_PROPS: () => '别名不能带锚点或标签',
  BAD_ALIAS: (english) => `别名或锚点的名称无效（${english}）`,
  BAD_COLLECTION_TYPE: (english) => `标签与值的种类不符（${english}）`,
  BAD_DIRECTIVE: (english) => `指令行有误（${english}）`,
  BAD_DQ_ESCAPE: (english) => `双引号中的转义序列无效（${english}）`,
  BAD_INDENT: (english) => `${/ end with /.test(english) ? '括号没有闭合，或缩进不够' : '缩进有误'}（${english}）`,
  BAD_PROP_ORDER: (english) => `锚点或标签的位置不对（${english}）`,
  BAD_SCALAR_START: (english) => `不加引号的文字不能以这个字符开头（${english}）`,
  BLOCK_AS_IMPLICIT_KEY: () => '同一行中不能再嵌套映射或列表',
  BLOCK_IN_FLOW: () => '方括号或花括号之内不能使用缩进式写法',
  DUPLICATE_KEY: () => '同一个映射中的键不能重复',
  IMPOSSIBLE: (english) => `无法解析（${english}）`,
  KEY_OVER_1024_CHARS: () => '键不能超过 1024 个字符',
  MISSING_CHAR: (english) => `缺少必要的字符（${english}）`,
  MULTILINE_IMPLICIT_KEY: () => '键必须写在一行之内；冒号之后可能少了空格',
  MULTIPLE_ANCHORS: () => '一个值至多有一个锚点',
  MULTIPLE_DOCS: () => '一段 front matter 中有多个 YAML 文档',
  MULTIPLE_TAGS: () => '一个值至多有一个标签',
  NON_STRING_KEY: () => '键必须是字符串',
  RESOURCE_EXHAUSTION: (english) => `结构过于复杂（${english}）`,
  TAB_AS_INDENT: () => '不能用制表符缩进',
  TAG_RESOLVE_FAILED: (english) => {
    const tag = /^Unresolved tag: (.+)$/.exec(english)?.[1];
    return tag === undefined ? `标签与值不符（${english}）` : `无法识别的标签 ${tag}`;
  },
  UNEXPECTED_TOKEN: (english) => `这里不应出现这样的内容（${english}）`,
};
