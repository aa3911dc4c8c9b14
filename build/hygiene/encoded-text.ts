// Words written as base64 in prose: decoded, so that they are judged as what they say.

export interface EncodedText {
  decoded: string;
  start: number;
}

const base64 = /[A-Za-z0-9+/_-]{24,}={0,2}/g;
/** Words have letters and spaces; hashes and keys decode to anything else. */
const words = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\s]+$/u;

/** The texts that base64 in a text stands for, when they are words. */
export function encodedTexts(text: string): EncodedText[] {
  return [...text.matchAll(base64)].flatMap(({ 0: code, index }) => {
    const decoded = decodedWords(code);
    return decoded === undefined ? [] : [{ decoded, start: index }];
  });
}

function decodedWords(code: string): string | undefined {
  try {
    const binary = atob(code.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const decoded = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return words.test(decoded) ? decoded : undefined;
  } catch {
    // Not base64, or not text: there is nothing to read.
    return undefined;
  }
}
