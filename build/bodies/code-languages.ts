// The languages that code is highlighted in, with their grammars (TextMate's, by way of Shiki). Code in any other stays plain.

import css from '@shikijs/langs/css';
import diff from '@shikijs/langs/diff';
import html from '@shikijs/langs/html';
import http from '@shikijs/langs/http';
import javascript from '@shikijs/langs/javascript';
import json from '@shikijs/langs/json';
import jsx from '@shikijs/langs/jsx';
import markdown from '@shikijs/langs/markdown';
import powershell from '@shikijs/langs/powershell';
import python from '@shikijs/langs/python';
import shellscript from '@shikijs/langs/shellscript';
import shellsession from '@shikijs/langs/shellsession';
import sql from '@shikijs/langs/sql';
import toml from '@shikijs/langs/toml';
import tsx from '@shikijs/langs/tsx';
import typescript from '@shikijs/langs/typescript';
import xml from '@shikijs/langs/xml';
import yaml from '@shikijs/langs/yaml';
import type { LanguageRegistration } from '@shikijs/primitive';

/** A grammar and those that it embeds, by the name under which Shiki knows it. */
const grammars = {
  css,
  diff,
  html,
  http,
  javascript,
  json,
  jsx,
  markdown,
  powershell,
  python,
  shellscript,
  shellsession,
  sql,
  toml,
  tsx,
  typescript,
  xml,
  yaml,
} as const satisfies Readonly<Record<string, LanguageRegistration[]>>;

export type CodeLanguage = keyof typeof grammars;

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
  return Object.hasOwn(grammars, known) ? (known as CodeLanguage) : undefined;
}

/** The grammar of a language, with those that it embeds. */
export const grammarOf = (language: CodeLanguage): LanguageRegistration[] => [...grammars[language]];
