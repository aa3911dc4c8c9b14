// YAML examples: every document of the stream can be parsed, with different keys and aliases that do not explode.
import { type Document, LineCounter, parseAllDocuments } from 'yaml';
import type { Bilingual } from '../../../build/messages.ts';
import { mistakeReason, repeatedKeys } from '../../../build/source/yaml.ts';
import type { Checker } from '../checker.ts';
import { notationChecker, notationFault } from '../notation.ts';
import type { Fault } from '../outcome.ts';

/** As many times may what stands behind an anchor be repeated; a «billion laughs» document needs more. */
const aliasCountMax = 100;
const levelsMax = 200;

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

/** Every level takes a column, or a mark on the same line. */
const isDeep = (line: string): boolean =>
  line.search(/\S/) > levelsMax || (line.match(/[[{]|[-?:](?=[ \t])/g)?.length ?? 0) > levelsMax;

/** Undefined when the parser ran out of stack. */
function documentsOf(code: string, lineCounter: LineCounter): Document.Parsed[] | undefined {
  try {
    const documents = parseAllDocuments(code, { lineCounter, version: '1.2', uniqueKeys: false, prettyErrors: false });
    return Array.isArray(documents) ? documents : [];
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The values are made, for what stands for what is known only then. */
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
const unknownAlias: Bilingual = { zh: '别名没有对应的锚点', en: 'an alias without its anchor' };
const explodes: Bilingual = { zh: '别名展开后过多', en: 'aliases that expand without measure' };
