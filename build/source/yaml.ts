// Parses YAML 1.2 with positions and limits. It never throws: errors in the YAML are returned as findings.
import { CST, type Document, isMap, isNode, isScalar, Parser, parseDocument, visit, type YAMLError } from 'yaml';
import type { Bilingual } from '../edition/vocabulary.ts';
import { type Finding, type Place, show } from '../messages.ts';
import { nestingMax } from './markdown.ts';

export interface YamlReading {
  /** The parsed fields. Null when there is any finding. */
  values: Record<string, unknown> | null;
  findings: Finding[];
  /** The place in the file of the value at a path. If there is no such value, the place of its nearest existing ancestor. */
  placeOf(path: readonly PropertyKey[]): Place;
  /** The place in the file of a key, in the mapping at a path. */
  placeOfKey(path: readonly PropertyKey[], key: string): Place;
}

/** The words of the finding for YAML that is not a mapping of fields. */
interface NotFields {
  subject: Bilingual;
  advice: Bilingual;
}

const frontMatter: NotFields = {
  subject: { zh: 'front matter', en: 'front matter' },
  advice: {
    zh: '写出各个字段；`npm run new` 会生成完整的开头。',
    en: 'Write the fields; `npm run new` writes a complete start.',
  },
};

/** Reads a mapping of fields. `at` converts an offset in `yaml` to a place in the file. */
export function readYaml(yaml: string, at: (offset: number) => Place, notFields = frontMatter): YamlReading {
  const refused = refusedIn(yaml, at);
  if (refused !== undefined)
    return { values: null, findings: [refused], placeOf: () => at(0), placeOfKey: () => at(0) };
  // `uniqueKeys` is off because the parser would compare every key with every other key. `repeatedKeys` takes linear time.
  const document = parseDocument(yaml, { version: '1.2', uniqueKeys: false, prettyErrors: false });
  const placeOf = (path: readonly PropertyKey[]): Place => {
    const node = path.length === 0 ? document.contents : document.getIn(path, true);
    if (isNode(node) && node.range) return at(node.range[0]);
    return path.length === 0 ? at(0) : placeOf(path.slice(0, -1));
  };
  const findings = [
    ...[...document.errors, ...document.warnings].map((mistake) => mistakeFinding(mistake, document, at)),
    ...repeatedKeys(document).map((repeated) => repeatedKeyFinding(repeated, at)),
  ];
  const values: unknown = findings.length === 0 ? document.toJS() : null;
  if (findings.length === 0 && !isMap(document.contents))
    findings.push(noMapping(placeOf([]), values ?? null, notFields));
  return {
    values: findings.length === 0 ? Object(values) : null,
    findings,
    placeOf,
    placeOfKey(path, key) {
      const map = path.length === 0 ? document.contents : document.getIn(path, true);
      const node = isMap(map) ? map.items.find((pair) => String(pair.key) === key)?.key : undefined;
      return isNode(node) && node.range ? at(node.range[0]) : placeOf(path);
    },
  };
}

/**
 * Returns a finding for the first construct that is refused whatever its meaning: an anchor, an alias, a tag, or YAML that is
 * nested too deep. The search runs on the syntax tree, because composing the values of deeply nested YAML exhausts the stack.
 */
function refusedIn(yaml: string, at: (offset: number) => Place): Finding | undefined {
  let finding: Finding | undefined;
  const tokens = tokensOf(yaml);
  if (tokens === undefined) return tooDeep(at(0));
  for (const token of tokens) {
    if (token.type !== 'document') continue;
    CST.visit(token, ({ start, key, sep = [], value }, path) => {
      if (path.length > nestingMax) {
        finding = tooDeep(at((value ?? key ?? start[0])?.offset ?? 0));
        return CST.visit.BREAK;
      }
      const reference = [...start, key, ...sep, value].find((one) => one != null && one.type in references);
      if (reference != null && 'source' in reference) finding = referenceFinding(reference, at(reference.offset));
      return finding && CST.visit.BREAK;
    });
    if (finding !== undefined) break;
  }
  return finding;
}

/** Undefined for YAML whose nesting exhausts the stack, because the parser reads nested block sequences by recursion. */
function tokensOf(yaml: string): CST.Token[] | undefined {
  try {
    return [...new Parser().parse(yaml)];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
}

export interface RepeatedKey {
  name: string;
  /** The offset of the first key with this name. */
  first: number;
  offset: number;
}

/** The keys that repeat an earlier key of their mapping. */
export function repeatedKeys(document: Document): RepeatedKey[] {
  const repeated: RepeatedKey[] = [];
  visit(document, {
    Map(_, { items }) {
      const offsets = new Map<unknown, number>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const offset = key.range?.[0] ?? 0;
        const first = offsets.get(key.value);
        if (first === undefined) offsets.set(key.value, offset);
        else repeated.push({ name: String(key.value), first, offset });
      }
    },
  });
  return repeated;
}

/**
 * The reason of a parse error as a phrase in both languages. `message` is the text of the YAML package. Only its first sentence
 * is used.
 */
export function mistakeReason(code: YAMLError['code'], message: string): Bilingual {
  const english = message.split(/[;\n]/, 1)[0]?.replace(/[:.]$/, '') ?? message;
  return { zh: chineseReasons[code](english), en: english };
}

/**
 * Phrases for the error codes of the YAML package. Where a code has several causes or its message names a value, the English
 * message is appended in parentheses.
 */
const chineseReasons: { readonly [Code in YAMLError['code']]: (english: string) => string } = {
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
  TAG_RESOLVE_FAILED: (english) => `无法识别的标签（${english}）`,
  UNEXPECTED_TOKEN: (english) => `这里不应出现这样的内容（${english}）`,
};

function mistakeFinding({ code, pos, message }: YAMLError, document: Document, at: (offset: number) => Place): Finding {
  return code === 'MISSING_CHAR' && message.endsWith('quote')
    ? yamlFinding(at(openingQuote(document, pos[0])), {
        zh: '未闭合的引号',
        en: 'a quotation mark that is never closed',
      })
    : yamlFinding(at(pos[0]), mistakeReason(code, message));
}

/** The start of a quotation that is never closed and therefore runs to the end of the YAML. */
function openingQuote(document: Document, end: number): number {
  let opening = end;
  visit(document, {
    Scalar(_key, { type, range }) {
      if (type?.startsWith('QUOTE') && range && range[1] >= end) opening = range[0];
    },
  });
  return opening;
}

function repeatedKeyFinding({ name, first, offset }: RepeatedKey, at: (offset: number) => Place): Finding {
  const { line } = at(first);
  return yamlFinding(at(offset), {
    zh: `键 ${show(name)} 重复，第 ${line} 行已有`,
    en: `the key ${show(name)}, which is already on line ${line}`,
  });
}

function yamlFinding(place: Place, reason: Bilingual): Finding {
  return {
    place,
    found: { zh: `YAML 错误：${reason.zh}`, en: `a YAML mistake: ${reason.en}` },
    expected: {
      zh: '有效的 YAML 1.2，没有重复的键，也没有自定义标签',
      en: 'valid YAML 1.2 without repeated keys or custom tags',
    },
    advice: {
      zh: '改正这里的 YAML；含有 ": " 或 " #" 的文字要放进双引号。',
      en: 'Correct the YAML here; put texts that hold ": " or " #" in double quotes.',
    },
  };
}

const references: Record<string, Bilingual> = {
  anchor: { zh: 'YAML 锚点', en: 'the YAML anchor' },
  alias: { zh: 'YAML 别名', en: 'the YAML alias' },
  tag: { zh: 'YAML 标签', en: 'the YAML tag' },
};

function referenceFinding({ type, source }: { type: string; source: string }, place: Place): Finding {
  return {
    place,
    found: { zh: `${references[type]?.zh} ${show(source)}`, en: `${references[type]?.en} ${show(source)}` },
    expected: {
      zh: '直接写出的值，不用锚点（&name）、别名（*name）和标签（!name）',
      en: 'plain values, without anchors (&name), aliases (*name) and tags (!name)',
    },
    advice: {
      zh: '直接写出值；如果文字本来就以 &、* 或 ! 开头，给它加上引号。',
      en: 'Write the value itself, or put it in quotes if it is meant to begin with &, * or !.',
    },
  };
}

function tooDeep(place: Place): Finding {
  return {
    place,
    found: { zh: `嵌套超过 ${nestingMax} 层的 YAML`, en: `YAML nested deeper than ${nestingMax} levels` },
    expected: {
      zh: '作者指南列出的字段，其嵌套只需四层',
      en: 'only the fields that the authoring guide lists, which need at most four levels',
    },
    advice: { zh: '去掉多余的括号或缩进。', en: 'Remove the unnecessary brackets or indentation.' },
  };
}

function noMapping(place: Place, values: unknown, { subject, advice }: NotFields): Finding {
  return {
    place,
    found:
      values === null
        ? { zh: `没有字段的 ${subject.zh}`, en: `${subject.en} without fields` }
        : {
            zh: `内容是 ${show(values)} 而不是字段的 ${subject.zh}`,
            en: `${subject.en} that is ${show(values)} instead of fields`,
          },
    expected: { zh: '每行一个字段，写作 name: value', en: 'fields, one on each line: name: value' },
    advice,
  };
}
