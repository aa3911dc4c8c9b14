// Reads JSON, strictly or with comments, and says what is wrong in words that are the same on every version of Node.
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  type ParseOptions,
  parseTree,
} from 'jsonc-parser';
import { type Bilingual, show } from '../../build/messages.ts';
import { lineAt, notationFault } from './notation.ts';
import type { Fault } from './outcome.ts';

export interface JsonReading {
  /** Undefined when there is a fault. */
  value: unknown;
  fault: Fault | undefined;
  /** The line of what lies at a path, or of the nearest thing around it, from 0. */
  lineOf(path: readonly PropertyKey[]): number;
}

/** JSON as RFC 8259 has it, or with comments and a comma behind the last element; names in an object must be different. */
export function readJson(text: string, kind: 'JSON' | 'JSONC'): JsonReading {
  const faultAt = (reason: Bilingual, offset: number): Fault => notationFault(kind, reason, lineAt(text, offset));
  const refused = (fault: Fault): JsonReading => ({ value: undefined, fault, lineOf: () => fault.line ?? 0 });
  const depthOffset = tooDeepAt(text);
  if (depthOffset !== undefined) return refused(faultAt(tooDeep, depthOffset));
  const isStrict = kind === 'JSON';
  const options: ParseOptions = { disallowComments: isStrict, allowTrailingComma: !isStrict, allowEmptyContent: false };
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, options);
  const error = errors[0];
  if (error !== undefined) return refused(faultAt(reasonOf(error), error.offset));
  if (tree === undefined || (isStrict && !parses(text))) return refused(faultAt(unreadable, 0));
  const repeated = repeatedName(tree);
  if (repeated !== undefined) return refused(faultAt(repeats(repeated.value), repeated.offset));
  return { value: getNodeValue(tree), fault: undefined, lineOf: (path) => lineAt(text, nodeNear(tree, path).offset) };
}

/** The parser above takes a few characters for blanks that JSON knows nothing of. */
function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const levelsMax = 500;

/** Where brackets open inside one another more often than anybody writes: parsers need stack for each. */
function tooDeepAt(text: string): number | undefined {
  let level = 0;
  // A string that does not end is read once, too.
  for (const { 0: mark, index } of text.matchAll(/"(?:[^"\\\n]|\\.)*"?|[[\]{}]/g)) {
    if (mark === '[' || mark === '{') level += 1;
    else if (mark === ']' || mark === '}') level -= 1;
    if (level > levelsMax) return index;
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
const tooDeep: Bilingual = { zh: `嵌套超过 ${levelsMax} 层`, en: `it nests more than ${levelsMax} levels deep` };
const repeats = (name: unknown): Bilingual => ({
  zh: `同一个对象中有两个名为 ${show(name)} 的成员`,
  en: `an object with two members named ${show(name)}`,
});

/** By the numbers of jsonc-parser's ParseErrorCode, which exists as types only. */
const reasons: Readonly<Record<number, Bilingual>> = {
  1: { zh: '不认识的符号', en: 'a symbol that is none' },
  2: { zh: '数的写法不对', en: 'a number that is none' },
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
  14: { zh: '\\u 之后不是四个十六进制数字', en: 'no four hexadecimal digits behind \\u' },
  15: { zh: '无效的转义', en: 'an escape that is none' },
  16: { zh: '字符串中有控制字符', en: 'a control character in a string' },
};
const reasonOf = ({ error }: ParseError): Bilingual => reasons[error] ?? unreadable;
