// A text as the analyser reads it before it looks for words: Unicode NFKC, straight apostrophes, Simplified characters.
import { Converter } from 'opencc-js/t2cn';
import { holdsHan } from '../edition/analysis.ts';

const toSimplified = Converter({ from: 't', to: 'cn' });
const plainAscii = /^[\x20-\x7e\n\t]*$/;

export function normalFormOf(text: string): string {
  if (plainAscii.test(text)) return text;
  const compatible = text.normalize('NFKC').replaceAll('’', "'");
  return holdsHan(compatible) ? toSimplified(compatible) : compatible;
}
