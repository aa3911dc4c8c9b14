import { isUtf8 } from 'node:buffer';
import type { Place } from '../messages.ts';
import { isMarkdown } from '../source/entry.ts';
import type { EntryRule } from './rule.ts';

export const utf8: EntryRule = {
  stage: 'entry',
  name: 'utf-8',
  severity: 'error',
  unreadable: true,
  about: {
    zh: '每篇文章都是 UTF-8（RFC 3629）编码，因此不会丢失字符，也不必猜测字符。',
    en: 'Every article is UTF-8 (RFC 3629), so that no character is lost or guessed.',
  },
  check({ path, kind, bytes }) {
    if (kind !== 'file' || !isMarkdown(path) || isUtf8(bytes)) return [];
    return [
      {
        place: firstBadByte(bytes),
        found: { zh: '不是 UTF-8 的字节', en: 'bytes that are not UTF-8' },
        expected: { zh: '以 UTF-8 编码的文件', en: 'a file encoded as UTF-8' },
        advice: {
          zh: '把文件另存为 UTF-8；它现在可能是 GB 18030、Big5 或 UTF-16 编码。',
          en: 'Save the file as UTF-8; it may be in GB 18030, Big5 or UTF-16 now.',
        },
      },
    ];
  },
};

/** Halves the file until the first byte that cannot be decoded is found. */
function firstBadByte(bytes: Uint8Array): Place {
  let good = 0;
  let bad = bytes.length;
  while (good < bad) {
    const middle = Math.ceil((good + bad) / 2);
    // A cut inside a character is not an error: `stream` waits for the rest.
    if (decodes(bytes.subarray(0, middle))) good = middle;
    else bad = middle - 1;
  }
  const lines = new TextDecoder('utf-8').decode(bytes.subarray(0, good), { stream: true }).split(/\r\n?|\n/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

function decodes(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
