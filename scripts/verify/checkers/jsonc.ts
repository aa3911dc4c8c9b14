// JSON with comments, as the settings of many tools are written.
import type { Checker } from '../checker.ts';
import { readJson } from '../json-text.ts';
import { notationChecker } from '../notation.ts';

export const jsonc: Checker = notationChecker(
  ['jsonc'],
  'JSONC',
  () => (example) => readJson(example.code, 'JSONC').fault,
);
