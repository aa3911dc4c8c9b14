// YAML 1.2 with positions and limits. It never throws: what is wrong is returned. Knows nothing of fields or delimiters.
import {
  type Alias,
  CST,
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type YAMLError,
} from 'yaml';
import { type Finding, type Place, show } from '../messages.ts';
import { nestingMax } from './nesting.ts';
import { mistakeReason } from './yaml-mistakes.ts';

export interface YamlReading {
  /** The parsed mapping; null when there is a finding. */
  values: Record<string, unknown> | null;
  /** Where a value lies; undefined when it is not there. */
  placeOf(path: readonly PropertyKey[]): Place | undefined;
  /** Where a key of the mapping at `path` lies. */
  placeOfKey(path: readonly PropertyKey[], key: string): Place | undefined;
  findings: Finding[];
}

/** Aliases resolved in one file at most; beyond it is an attack (a «billion laughs» document), not an article. */
const aliasCountMax = 50;

/** Reads a mapping. Lines count from 1, the first line of `yaml` being the first. */
export function readYaml(yaml: string): YamlReading {
  const deepLine = yaml.split('\n').findIndex((line) => deepMarks.test(line));
  if (deepLine !== -1) return unparsed(tooDeep({ line: deepLine + 1, column: 1 }));
  const brackets = yaml.match(/[[{]/g)?.length ?? 0;
  const deepPlace = brackets > 4 * nestingMax ? placeOfDeepBrackets(yaml) : undefined;
  if (deepPlace !== undefined) return unparsed(tooDeep(deepPlace));
  const lineCounter = new LineCounter();
  const document = parseDocument(yaml, { lineCounter, version: '1.2', uniqueKeys: true, prettyErrors: false });
  const at = (offset: number): Place => {
    const { line, col } = lineCounter.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const nodeAt = (path: readonly PropertyKey[]): unknown =>
    path.length === 0 ? document.contents : document.getIn(path, true);
  const placeOfNode = (node: unknown): Place | undefined =>
    isNode(node) && node.range ? at(node.range[0]) : undefined;
  const keysOf = new Map<unknown, Map<string, unknown>>();
  const { values, findings } = valuesOf(document, (node) => placeOfNode(node) ?? at(0), at);
  return {
    values,
    findings,
    placeOf: (path) => placeOfNode(nodeAt(path)),
    placeOfKey(path, key) {
      const map = nodeAt(path);
      if (!isMap(map)) return undefined;
      // A mapping may have thousands of keys that are asked for one by one.
      const keys =
        keysOf.get(map) ?? new Map(map.items.map(({ key: node }): [string, unknown] => [String(node), node]).reverse());
      keysOf.set(map, keys);
      return placeOfNode(keys.get(key));
    },
  };
}

/** Entries of lists and complex keys that open inside one another on one line: the parser needs stack for each. */
const deepMarks = new RegExp(`^[ \\t]*(?:[-?:][ \\t]+){${nestingMax + 1}}`);

/**
 * Where brackets are too deep, in YAML whose brackets the parser may not have stack for. It recovers from a stack that overflows,
 * but V8 does not when it compiles a pattern there: the process ends. The lexer needs no stack.
 */
function placeOfDeepBrackets(yaml: string): Place | undefined {
  let depth = 0;
  let offset = 0;
  let deepOffset = 0;
  for (const token of new Lexer().lex(yaml)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    if (depth <= nestingMax + 1) deepOffset = offset;
    if (depth > 4 * nestingMax) {
      const before = yaml.slice(0, deepOffset).split('\n');
      return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
    }
    if (!lexerMarks.has(token)) offset += token.length;
  }
  return undefined;
}

/** What the lexer says besides the text. */
const lexerMarks: ReadonlySet<string> = new Set([CST.BOM, CST.DOCUMENT, CST.FLOW_END, CST.SCALAR]);

function unparsed(finding: Finding): YamlReading {
  return { values: null, findings: [finding], placeOf: () => undefined, placeOfKey: () => undefined };
}

function valuesOf(
  document: Document,
  placeOf: (node: unknown) => Place,
  at: (offset: number) => Place,
): Pick<YamlReading, 'values' | 'findings'> {
  const refused = (...findings: Finding[]) => ({ values: null, findings });
  // Before anything else: a parser that ran out of stack says so at each level.
  const deep = deepNode(document.contents, 0);
  if (deep !== undefined) return refused(tooDeep(placeOf(deep)));
  const mistakes = [...document.errors, ...document.warnings];
  if (mistakes.length > 0) return refused(...mistakes.map((mistake) => mistakeFinding(mistake, document, at)));
  const aliases = aliasesIn(document);
  // Looking up what an alias stands for walks the whole document.
  if (aliases.length > aliasCountMax) return refused(aliasFinding(placeOf(aliasOf(aliases))));
  const unknown = aliases.find(({ alias }) => alias.resolve(document) === undefined);
  if (unknown !== undefined) return refused(unknownAlias(placeOf(unknown.alias), unknown.alias.source));
  const values = resolved(document);
  // Aliases that contain themselves, or one another, resolve to something endless or nearly so.
  if (values === undefined || isDeeperThan(nestingMax, values)) return refused(aliasFinding(placeOf(aliasOf(aliases))));
  return isMapping(values) ? { values, findings: [] } : refused(noMapping(placeOf(document.contents), values));
}

/** The values of a document; undefined when its aliases expand without measure. */
function resolved(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: aliasCountMax }) ?? null;
  } catch {
    return undefined;
  }
}

const isMapping = (values: unknown): values is Record<string, unknown> =>
  typeof values === 'object' && values !== null && !Array.isArray(values);

function childrenOf(node: unknown): unknown[] {
  if (isMap(node)) return node.items.flatMap(({ key, value }) => [key, value]);
  return isSeq(node) ? node.items.flatMap((item) => (isPair(item) ? [item.key, item.value] : [item])) : [];
}

/** The first node deeper than may be. */
function deepNode(node: unknown, level: number): unknown {
  if (level > nestingMax) return node;
  for (const child of childrenOf(node)) {
    const deep = deepNode(child, level + 1);
    if (deep !== undefined) return deep;
  }
  return undefined;
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

/** The first alias inside something that has an anchor itself: there expansions multiply. Else the first alias. */
function aliasOf(aliases: readonly FoundAlias[]): Node | undefined {
  return (aliases.find(({ isNested }) => isNested) ?? aliases[0])?.alias;
}

interface FoundAlias {
  alias: Alias;
  isNested: boolean;
}

function aliasesIn(document: Document): FoundAlias[] {
  const aliases: FoundAlias[] = [];
  visit(document, {
    Alias(_key, alias, ancestors) {
      const isNested = ancestors.some((node) => isNode(node) && !isAlias(node) && node.anchor !== undefined);
      aliases.push({ alias, isNested });
    },
  });
  return aliases;
}

/** Where the quoted text begins that runs to the end of the front matter. */
function openingQuote(document: Document, end: number): number {
  let opening = end;
  visit(document, {
    Scalar(_key, { type, range }) {
      if (type?.startsWith('QUOTE') && range && range[1] >= end) opening = range[0];
    },
  });
  return opening;
}

function mistakeFinding({ code, pos, message }: YAMLError, document: Document, at: (offset: number) => Place): Finding {
  const isOpenQuote = code === 'MISSING_CHAR' && message.endsWith('quote');
  const reason = isOpenQuote
    ? { zh: '未闭合的引号', en: 'a quotation mark that is never closed' }
    : mistakeReason(code, message);
  return {
    place: at(isOpenQuote ? openingQuote(document, pos[0]) : pos[0]),
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

function tooDeep(place: Place): Finding {
  return {
    place,
    found: { zh: `嵌套超过 ${nestingMax} 层的 YAML`, en: `YAML nested deeper than ${nestingMax} levels` },
    expected: {
      zh: '作者指南列出的字段，其嵌套只需四层',
      en: 'fields as the authoring guide lists them, which need four levels',
    },
    advice: { zh: '去掉多余的括号或缩进。', en: 'Remove the brackets or the indentation that nobody needs.' },
  };
}

function unknownAlias(place: Place, name: string): Finding {
  return {
    place,
    found: { zh: `前文没有定义的别名 *${name}`, en: `the alias *${name}, which nothing before it is named` },
    expected: { zh: `前文中标有 &${name} 的值`, en: `a value marked &${name} above` },
    advice: {
      zh: '直接写出值；如果文字本来就以星号开头，给它加上引号。',
      en: 'Write the value itself, or put it in quotes if it is meant to begin with an asterisk.',
    },
  };
}

function aliasFinding(place: Place): Finding {
  return {
    place,
    found: {
      zh: '包含自身或成倍展开的别名（*name）',
      en: 'aliases (*name) that contain themselves or multiply each other',
    },
    expected: {
      zh: `对值的简单重复，至多 ${aliasCountMax} 次`,
      en: `at most ${aliasCountMax} plain repetitions of a value`,
    },
    advice: { zh: '直接写出值，不用别名。', en: 'Write the value itself instead of the alias.' },
  };
}

function noMapping(place: Place, values: unknown): Finding {
  return {
    place,
    found:
      values === null
        ? { zh: '没有字段的 front matter', en: 'front matter without fields' }
        : {
            zh: `内容是 ${show(values)} 而不是字段的 front matter`,
            en: `front matter that is ${show(values)} instead of fields`,
          },
    expected: { zh: '每行一个字段，写作 name: value', en: 'fields, one on each line: name: value' },
    advice: {
      zh: '写出各个字段；`npm run new` 会生成完整的开头。',
      en: 'Write the fields; `npm run new` writes a complete start.',
    },
  };
}
