// JSON examples: standard JSON with different names; what says it is JSON-RPC must be that.
import type { Checker } from '../checker.ts';
import { readJson } from '../json-text.ts';
import { notationChecker } from '../notation.ts';
import { messageFault } from './json-rpc.ts';

export const json: Checker = notationChecker(['json'], 'JSON', ({ examples }) => (example) => {
  const { fault, value, lineOf } = readJson(example.code, 'JSON');
  if (fault !== undefined) return fault;
  const found = messageFault(value, { examples, example });
  return found && { ...found.fault, line: lineOf(found.path) };
});
