// Checks notations that are parsed and not run: YAML, JSON and JSON with comments. JSON that looks like JSON-RPC must be valid JSON-RPC.
// An example marked `fails` must have a fault, every other example none.

import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  type ParseOptions,
  parseTree,
} from 'jsonc-parser';
import { type Document, LineCounter, parseAllDocuments } from 'yaml';
import type { Bilingual } from '../../../build/edition/vocabulary.ts';
import { show } from '../../../build/messages.ts';
import type { Example } from '../../../build/source/examples.ts';
import { mistakeReason, repeatedKeys } from '../../../build/source/yaml.ts';
import { parsedJson } from '../../parsed-json.ts';
import { type Bench, type Checker, type Fault, failed, type Outcome } from '../checker.ts';
import { messageFault } from './json-rpc.ts';

/** How often an anchor may be expanded through aliases. A «billion laughs» document needs more. */
const aliasCountMax = 100;
const yamlLevelsMax = 200;

export const yaml: Checker = notationChecker(
  ['yaml'],
  'YAML',
  () =>
    ({ code }) =>
      faultOf(code),
);

function faultOf(code: string): Fault | undefined {
  const deepLine = code.split('\n').findIndex(isDeep);
  if (deepLine !== -1) return notationFault('YAML', tooDeep, deepLine);
  const lineCounter = new LineCounter();
  const lineOf = (offset: number): number => Math.max(0, lineCounter.linePos(offset).line - 1);
  const documents = documentsOf(code, lineCounter);
  if (documents === undefined) return notationFault('YAML', tooDeep, 0);
  for (const document of documents) {
    const mistake = document.errors[0];
    if (mistake?.code === 'RESOURCE_EXHAUSTION') return notationFault('YAML', tooDeep, 0);
    if (mistake !== undefined) {
      return notationFault('YAML', mistakeReason(mistake.code, mistake.message), lineOf(mistake.pos[0]));
    }
    const [repeated] = repeatedKeys(document);
    if (repeated !== undefined)
      return notationFault('YAML', mistakeReason('DUPLICATE_KEY', 'Map keys must be unique'), lineOf(repeated.offset));
    const reason = expansionFault(document);
    if (reason !== undefined) return notationFault('YAML', reason, lineOf(document.range[0]));
  }
  return undefined;
}

/** Whether a line may nest too deeply for the parser. Each level of YAML takes a column of indentation or a mark on the line. */
const isDeep = (line: string): boolean =>
  line.search(/\S/) > yamlLevelsMax || (line.match(/[[{]|[-?:](?=[ \t])/g)?.length ?? 0) > yamlLevelsMax;

/** Parses a YAML text; undefined if it nests so deeply that the parser exceeds the stack. */
function documentsOf(code: string, lineCounter: LineCounter): Document.Parsed[] | undefined {
  try {
    const documents = parseAllDocuments(code, { lineCounter, version: '1.2', uniqueKeys: false, prettyErrors: false });
    return Array.isArray(documents) ? documents : [];
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The fault of aliases. The document is converted to values, because some of these faults appear only then. */
function expansionFault(document: Document.Parsed): Bilingual | undefined {
  try {
    document.toJS({ maxAliasCount: aliasCountMax });
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return tooDeep;
    const isUnknown = error instanceof Error && error.message.startsWith('Unresolved alias');
    return isUnknown ? unknownAlias : explodes;
  }
}

const tooDeep: Bilingual = { zh: '嵌套太深', en: 'it nests too deep' };
const unknownAlias: Bilingual = { zh: '别名没有对应的锚点', en: 'an alias without an anchor' };
const explodes: Bilingual = { zh: '别名展开后过多', en: 'aliases that expand too much' };

export const json: Checker = notationChecker(['json'], 'JSON', ({ examples }) => (example) => {
  const { fault, value, lineOf } = readJson(example.code, 'JSON');
  if (fault !== undefined) return fault;
  const found = messageFault(value, { examples, example });
  return found && { ...found.fault, line: lineOf(found.path) };
});

export const jsonc: Checker = notationChecker(
  ['jsonc'],
  'JSONC',
  () => (example) => readJson(example.code, 'JSONC').fault,
);

/** Returns the fault of an example, or undefined. */
export type Judge = (example: Example) => Fault | undefined;

/**
 * A checker that only parses. `name` is the name of the notation that messages show, such as `JSON`. `begin` returns the function that
 * judges an article's examples.
 */
export function notationChecker(languages: readonly string[], name: string, begin: (bench: Bench) => Judge): Checker {
  return {
    languages,
    begin(bench) {
      const judge = begin(bench);
      return { look: async (example) => outcomeOf(example, name, judge(example)) };
    },
  };
}

/** The outcome of an example that is only parsed. */
export function outcomeOf(example: Example, name: string, fault: Fault | undefined): Outcome {
  if (!example.marks.words.has('fails')) return fault === undefined ? { kind: 'checked' } : failed(fault);
  return fault === undefined ? failed(rightAllTheSame(name)) : { kind: 'checked' };
}

const rightAllTheSame = (name: string): Fault => ({
  found: { zh: `标有 verify=fails、其实正确的 ${name}`, en: `${name} that is marked verify=fails but is valid` },
  expected: { zh: `有错误的 ${name}`, en: `${name} with a fault` },
  advice: { zh: '去掉 fails，或写出真正有错的例子。', en: 'Remove verify=fails, or show code with a fault.' },
});

/** The fault of a text that cannot be parsed. `reason` is a phrase for the message. */
export function notationFault(name: string, reason: string | Bilingual, line: number): Fault {
  const { zh, en } = typeof reason === 'string' ? { zh: reason, en: reason } : reason;
  return {
    found: { zh: `有错误的 ${name}：${zh}`, en: `${name} with a fault: ${en}` },
    expected: { zh: `可以解析的 ${name}`, en: `${name} that can be parsed` },
    advice: {
      zh: '改正这一行。若示例正是要展示错误，就在围栏上写 verify=fails。',
      en: 'Correct this line. If the example is meant to show the fault, mark its fence verify=fails.',
    },
    line,
  };
}

/** The line of an offset, from 0. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split(/\r\n|[\r\n]/).length - 1;

export interface JsonReading {
  /** The parsed value; undefined if there is a fault. */
  value: unknown;
  fault: Fault | undefined;
  /** The line of the value at a path, from 0. If the value does not exist, the line of its nearest existing ancestor. */
  lineOf(path: readonly PropertyKey[]): number;
}

/** Parses JSON (RFC 8259), or JSONC with comments and trailing commas. Two members of an object must not have the same name. */
export function readJson(text: string, kind: 'JSON' | 'JSONC'): JsonReading {
  const faultAt = (reason: Bilingual, offset: number): Fault => notationFault(kind, reason, lineAt(text, offset));
  const refused = (fault: Fault): JsonReading => ({ value: undefined, fault, lineOf: () => fault.line ?? 0 });
  const depthOffset = tooDeepAt(text);
  if (depthOffset !== undefined) return refused(faultAt(tooManyLevels, depthOffset));
  const isStrict = kind === 'JSON';
  const options: ParseOptions = { disallowComments: isStrict, allowTrailingComma: !isStrict, allowEmptyContent: false };
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, options);
  const error = errors[0];
  if (error !== undefined) return refused(faultAt(reasonOf(error), error.offset));
  // jsonc-parser accepts some white space that JSON does not allow.
  if (tree === undefined || (isStrict && parsedJson(text) === undefined)) return refused(faultAt(unreadable, 0));
  const repeated = repeatedName(tree);
  if (repeated !== undefined) return refused(faultAt(repeats(repeated.value), repeated.offset));
  return { value: getNodeValue(tree), fault: undefined, lineOf: (path) => lineAt(text, nodeNear(tree, path).offset) };
}

const jsonLevelsMax = 500;

/** The offset of the first bracket that nests deeper than allowed; undefined if there is none. */
function tooDeepAt(text: string): number | undefined {
  let level = 0;
  // The closing quote is optional, so that an unterminated string is also matched once and not from each of its characters.
  for (const { 0: mark, index } of text.matchAll(/"(?:[^"\\\n]|\\.)*"?|[[\]{}]/g)) {
    if (mark === '[' || mark === '{') level += 1;
    else if (mark === ']' || mark === '}') level -= 1;
    if (level > jsonLevelsMax) return index;
  }
  return undefined;
}

function repeatedName(node: Node): Node | undefined {
  const names = new Set<unknown>();
  for (const child of node.children ?? []) {
    const name = child.type === 'property' ? child.children?.[0] : undefined;
    if (name !== undefined && names.has(name.value)) return name;
    if (name !== undefined) names.add(name.value);
    const found = repeatedName(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

function nodeNear(tree: Node, path: readonly PropertyKey[]): Node {
  for (let length = path.length; length > 0; length -= 1) {
    const segments = path.slice(0, length).map((key) => (typeof key === 'number' ? key : String(key)));
    const node = findNodeAtLocation(tree, segments);
    if (node !== undefined) return node.parent?.type === 'property' ? node.parent : node;
  }
  return tree;
}

const unreadable: Bilingual = { zh: '无法解析', en: 'it cannot be parsed' };
const tooManyLevels: Bilingual = {
  zh: `嵌套超过 ${jsonLevelsMax} 层`,
  en: `the JSON nests more than ${jsonLevelsMax} levels deep`,
};
const repeats = (name: unknown): Bilingual => ({
  zh: `同一个对象中有两个名为 ${show(name)} 的成员`,
  en: `an object with two members named ${show(name)}`,
});

/** ParseErrorCode of jsonc-parser → the reason in words. The keys are numbers, because the package exports the enum only as a type. */
const reasons: Readonly<Record<number, Bilingual>> = {
  1: { zh: '不认识的符号', en: 'an unknown symbol' },
  2: { zh: '数的写法不对', en: 'an invalid number' },
  3: { zh: '缺少加双引号的名称', en: 'a name in double quotes is missing' },
  4: { zh: '缺少值', en: 'a value is missing' },
  5: { zh: '缺少冒号', en: 'a colon is missing' },
  6: { zh: '缺少逗号', en: 'a comma is missing' },
  7: { zh: '缺少右花括号', en: 'a closing brace is missing' },
  8: { zh: '缺少右方括号', en: 'a closing bracket is missing' },
  9: { zh: '值之后还有内容', en: 'something follows the value' },
  10: { zh: '不允许注释', en: 'a comment, which is not allowed' },
  11: { zh: '注释没有结束', en: 'a comment that does not end' },
  12: { zh: '字符串没有结束', en: 'a string that does not end' },
  13: { zh: '数没有写完', en: 'a number that does not end' },
  14: { zh: '\\u 之后不是四个十六进制数字', en: '\\u without four hexadecimal digits' },
  15: { zh: '无效的转义', en: 'an invalid escape' },
  16: { zh: '字符串中有控制字符', en: 'a control character in a string' },
};
const reasonOf = ({ error }: ParseError): Bilingual => reasons[error] ?? unreadable;
