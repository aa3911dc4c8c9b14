// Reads a guide of the product: its text in each language, and the code in it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { repositoryRoot } from '../site.ts';

/** The text of a guide by language. The file must have the Chinese text first. */
export async function readGuide(slug: string): Promise<Record<'zh' | 'en', string>> {
  const text = await readFile(join(repositoryRoot, 'content', 'guides', `${slug}.md`), 'utf8');
  const [zh = '', en = ''] = text.split(/^# English$/m);
  return { zh, en };
}

/** The code of the only fenced block of this language that contains the text `held`. */
export function fenceWith(text: string, language: string, held: string): string {
  const fences = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
  const found = fences.filter(([, name, code]) => name === language && code?.includes(held));
  expect(found, held).toHaveLength(1);
  return found[0]?.[2] ?? '';
}

/** The words of each command in the `sh` blocks of a guide, which must be the same in both languages. */
export function commandsIn({ zh, en }: Record<'zh' | 'en', string>): string[][] {
  const linesOf = (text: string): string[] =>
    [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, code = '']) => code.trim().split('\n'));
  expect(linesOf(zh)).toEqual(linesOf(en));
  const words = /'([^']*)'|"([^"]*)"|(\S+)/g;
  return linesOf(en).map((line) => [...line.matchAll(words)].map(([, one, two, plain]) => one ?? two ?? plain ?? ''));
}
