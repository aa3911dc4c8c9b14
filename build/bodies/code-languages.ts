// The languages that code is highlighted in, with their grammars (TextMate's, by way of Shiki). Code in any other stays plain.

import { createRequire } from 'node:module';
import type { LanguageRegistration } from '@shikijs/primitive';

/** Under the names by which Shiki knows them. */
const languages = [
  'css',
  'diff',
  'html',
  'http',
  'javascript',
  'json',
  'jsx',
  'markdown',
  'powershell',
  'python',
  'shellscript',
  'shellsession',
  'sql',
  'toml',
  'tsx',
  'typescript',
  'xml',
  'yaml',
] as const;

export type CodeLanguage = (typeof languages)[number];

/** What authors write instead. */
const otherNames: Readonly<Record<string, CodeLanguage>> = {
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  ts: 'typescript',
  jsonc: 'javascript',
  jsonl: 'json',
  md: 'markdown',
  ps1: 'powershell',
  py: 'python',
  bash: 'shellscript',
  // Its own grammar takes a second for some lines; this one knows nearly as much.
  vue: 'html',
  'vue-html': 'html',
  sh: 'shellscript',
  shell: 'shellscript',
  zsh: 'shellscript',
  console: 'shellsession',
  postgresql: 'sql',
  yml: 'yaml',
};

/** The language that the information string of a fence means (`js`, `JavaScript`, `ts{3}`); undefined when it stays plain. */
export function codeLanguageOf(name: string): CodeLanguage | undefined {
  const known = /^[\w-]*/.exec(name.toLowerCase())?.[0] ?? '';
  if (Object.hasOwn(otherNames, known)) return otherNames[known];
  return languages.find((language) => language === known);
}

type GrammarModule = typeof import('@shikijs/langs/css');
const load = createRequire(import.meta.url);

/** The grammar of a language, with those that it embeds: a megabyte for all of them, so that each is loaded with its first code. */
export function grammarOf(language: CodeLanguage): LanguageRegistration[] {
  return [...(load(`@shikijs/langs/${language}`) as GrammarModule).default];
}
