// Compares the output of an example with the claimed output. In a claim, `…` stands for output that differs from run to run. Within a
// line it matches any text; alone on a line it matches any number of lines.

import { show } from '../../build/messages.ts';
import type { Fault } from './checker.ts';

const anything = '…';

/** The fault of a claimed output; undefined if the output matches it. White space at the ends of lines is ignored. */
export function claimFault(claimed: string, printed: string): Fault | undefined {
  const [said, real] = [linesOf(claimed), linesOf(printed)];
  if (said.length > 0 && said.every((line) => line.trim() === anything)) return claimsNothing;
  const matched = firstDifference(said, real);
  if (matched === undefined) return undefined;
  const [line, other] = [said[matched.said], real[matched.real]];
  return {
    found: {
      zh: `文中的输出${line === undefined ? `到第 ${matched.said} 行为止` : `第 ${matched.said + 1} 行是 ${show(line)}`}，示例${other === undefined ? '没有再打印内容' : `打印了 ${show(other)}`}`,
      en: `line ${matched.said + 1} of the output says ${quoted(line)}, but the example printed ${quoted(other)}`,
    },
    expected: { zh: '示例实际打印的内容', en: 'the actual output of the example' },
    advice: {
      zh: '改正示例或输出；每次运行都不同的部分写作 …。',
      en: 'Correct the example or the output; write … for parts that vary.',
    },
    line: matched.said,
    printed,
  };
}

/** Whether a text matches a claim with `…` in it, within one line. */
export function matchesClaim(claimed: string, real: string): boolean {
  const parts = claimed.split(anything);
  const [first = ''] = parts;
  if (parts.length === 1) return claimed === real;
  if (!real.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = real.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  const last = parts.at(-1) ?? '';
  return real.length - last.length >= at && real.endsWith(last);
}

const claimsNothing: Fault = {
  found: { zh: '只有 … 的输出', en: 'an output of only …' },
  expected: { zh: '示例打印的内容', en: 'text that the example prints' },
  advice: {
    zh: '写上输出中总是相同的部分，或者删掉这个输出块。',
    en: 'Write the parts that stay the same, or delete the output.',
  },
};

/** The maximum number of line comparisons, which take less than a second. Lines that repeat after `…` could otherwise take hours. */
const comparisonsMax = 2_000_000;

/**
 * The index of the first claimed line that does not match, and the index of the actual line there; undefined if all lines match. If `…`
 * allows several alignments of the lines, uses the one in which the largest number of claimed lines match.
 */
function firstDifference(said: readonly string[], real: readonly string[]): { said: number; real: number } | undefined {
  const isGap = (line: string | undefined): boolean => line?.trim() === anything;
  let [i, j] = [0, 0];
  let furthest = { said: 0, real: 0 };
  // After a mismatch, only the last gap (`…`) is extended: it can match everything that an earlier gap could.
  let gap: { said: number; real: number } | undefined;
  for (let comparisons = 0; i < said.length || j < real.length; comparisons += 1) {
    if (isGap(said[i])) {
      gap = { said: i + 1, real: j };
      i += 1;
    } else if (i < said.length && j < real.length && matchesClaim(said[i] ?? '', real[j] ?? '')) {
      i += 1;
      j += 1;
    } else {
      if (i > furthest.said || (i === furthest.said && j > furthest.real)) furthest = { said: i, real: j };
      if (gap === undefined || gap.real >= real.length || comparisons > comparisonsMax) return furthest;
      gap.real += 1;
      [i, j] = [gap.said, gap.real];
    }
  }
  return undefined;
}

/** The lines of a text, without white space at their ends and without empty lines at the end of the text. */
function linesOf(text: string): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd()
    .split('\n')
    .filter((line, index, lines) => lines.length > 1 || line !== '' || index > 0);
}

const quoted = (line: string | undefined): string => (line === undefined ? 'nothing more' : show(line));

export interface JsonDifference {
  /** The path of the different value, such as `data.items[0].slug`. */
  path: string;
  said: string;
  real: string;
}

/** The first difference between a claimed JSON value and the actual one; undefined if there is none. */
export function jsonDifference(said: unknown, real: unknown, path = ''): JsonDifference | undefined {
  const here = { path: path === '' ? '$' : path, said: show(said), real: show(real) };
  // `…` as a value matches any value, but the member must exist.
  if (said === anything) return real === undefined ? here : undefined;
  if (typeof said === 'string') return typeof real === 'string' && matchesClaim(said, real) ? undefined : here;
  if (Array.isArray(said)) {
    if (!Array.isArray(real)) return here;
    const isOpen = said.at(-1) === anything;
    const shown = isOpen ? said.slice(0, -1) : said;
    if (isOpen ? shown.length > real.length : shown.length !== real.length) return here;
    return firstOf(shown.keys(), (index) => jsonDifference(shown[index], real[index], `${path}[${index}]`));
  }
  if (typeof said === 'object' && said !== null) {
    if (typeof real !== 'object' || real === null || Array.isArray(real)) return here;
    const values = new Map(Object.entries(real));
    return firstOf(Object.entries(said), ([name, value]) => {
      if (name === anything) return undefined;
      return jsonDifference(value, values.get(name), path === '' ? name : `${path}.${name}`);
    });
  }
  return Object.is(said, real) ? undefined : here;
}

function firstOf<Value>(
  values: Iterable<Value>,
  find: (value: Value) => JsonDifference | undefined,
): JsonDifference | undefined {
  for (const value of values) {
    const found = find(value);
    if (found !== undefined) return found;
  }
  return undefined;
}
