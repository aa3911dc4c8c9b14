// Code in colours: which of its characters are a keyword, a string, a comment. Classes say so, never styles, so that both themes
// and the policy of the pages hold. The same code gives the same tokens: nothing here looks at a clock.

import { createRequire } from 'node:module';
import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript';
import {
  codeToTokensBase,
  createShikiPrimitive,
  type LanguageRegistration,
  type ShikiPrimitive,
} from '@shikijs/primitive';
import type { ElementContent } from 'hast';

/** What a token can be, and the scopes of TextMate grammars that mean it; of two that fit the more specific one counts. */
const scopes = {
  // Symbols are as plain as names.
  plain: [
    'keyword.operator',
    'punctuation.definition.template-expression',
    'punctuation.section.embedded',
    'meta.template.expression',
    'storage.type.function.arrow',
    'string.unquoted',
    'punctuation.separator.key-value',
  ],
  comment: ['comment', 'punctuation.separator.prompt', 'meta.output.shell-session', 'meta.diff.header'],
  string: ['string', 'punctuation.definition.string', 'markup.inline.raw', 'markup.fenced_code'],
  constant: ['constant', 'support.constant', 'variable.language'],
  keyword: [
    'keyword',
    'storage',
    'keyword.operator.new',
    'keyword.operator.expression',
    'keyword.operator.logical.python',
    'markup.heading',
  ],
  function: ['entity.name.function', 'support.function', 'entity.name.command'],
  type: ['entity.name.type', 'entity.name.class', 'support.class', 'support.type', 'entity.name.tag'],
  property: [
    'support.type.property-name',
    'entity.other.attribute-name',
    'meta.object-literal.key',
    'entity.name.tag.yaml',
    'support.type.property-name.json',
    'support.type.property-name.css',
  ],
  inserted: ['markup.inserted'],
  deleted: ['markup.deleted'],
} as const;
type TokenKind = keyof typeof scopes;
const kinds = Object.keys(scopes) as TokenKind[];

/** A theme in which a colour is nothing but the number of a kind. */
const numberOf = (kind: number): string => `#${kind.toString(16).padStart(6, '0')}`;
const theme = {
  name: 'kinds',
  type: 'light' as const,
  fg: numberOf(0),
  bg: '#ffffff',
  settings: kinds.map((kind, index) => ({ scope: [...scopes[kind]], settings: { foreground: numberOf(index) } })),
};

/**
 * The languages that have a grammar here (TextMate's, under the names of Shiki), and other names for them. Code in any other stays
 * plain.
 */
const languages: Readonly<Record<string, readonly string[]>> = {
  css: [],
  diff: [],
  // The grammar of Vue takes a second for some lines; this one knows nearly as much.
  html: ['vue', 'vue-html'],
  http: [],
  javascript: ['js', 'mjs', 'cjs', 'jsonc'],
  json: ['jsonl'],
  jsx: [],
  markdown: ['md'],
  powershell: ['ps1'],
  python: ['py'],
  shellscript: ['bash', 'sh', 'shell', 'zsh'],
  shellsession: ['console'],
  sql: ['postgresql'],
  toml: [],
  tsx: [],
  typescript: ['ts'],
  xml: [],
  yaml: ['yml'],
};

/** The language that the information string of a fence means (`js`, `JavaScript`, `ts{3}`); undefined when it stays plain. */
function codeLanguageOf(fence: string): string | undefined {
  const name = /^[\w-]*/.exec(fence.toLowerCase())?.[0] ?? '';
  return Object.keys(languages).find((language) => language === name || languages[language]?.includes(name));
}

type GrammarModule = typeof import('@shikijs/langs/css');
const load = createRequire(import.meta.url);

/** The grammar of a language, with those that it embeds: a megabyte for all of them, so that each is loaded with its first code. */
function grammarOf(language: string): LanguageRegistration[] {
  return [...(load(`@shikijs/langs/${language}`) as GrammarModule).default];
}

/**
 * Grammars are regular expressions, and some of them backtrack for very long on unusual lines. So that no text makes a
 * build slow, lines that are long or full of escapes stay plain, and what is beyond so many characters of one article.
 */
const lineCharactersMax = 160;
const escapesMax = 7;
export const highlightedCharactersMax = 60_000;

/** The code of one article. A piece that both languages show is highlighted once. */
export class CodeHighlighting {
  private readonly known = new Map<string, ElementContent[] | undefined>();
  private characters = 0;

  /** The children of a `code` element, with the same text, which may be those of others too; undefined for code that stays plain. */
  of(code: string, name: string): ElementContent[] | undefined {
    const language = codeLanguageOf(name);
    if (language === undefined) return undefined;
    const key = `${language}\n${code}`;
    if (!this.known.has(key)) {
      this.characters += code.length;
      this.known.set(key, this.characters > highlightedCharactersMax ? undefined : tokensOf(code, language));
    }
    return this.known.get(key);
  }
}

/**
 * One for each language, made when its first code comes. They share nothing, so that what a grammar embeds does not depend on
 * which languages were met before.
 */
const highlighters = new Map<string, ShikiPrimitive>();

/** A pattern means the same in every grammar, and the same grammar is embedded in many: each is translated once. */
const engine = createJavaScriptRegexEngine({ target: 'ES2024', forgiving: true });

function highlighterOf(language: string): ShikiPrimitive {
  const known = highlighters.get(language);
  if (known !== undefined) return known;
  // It would warn of so many instances.
  const made = createShikiPrimitive({ engine, langs: grammarOf(language), themes: [theme], warnings: false });
  highlighters.set(language, made);
  return made;
}

function tokensOf(code: string, language: string): ElementContent[] | undefined {
  const lines = code.split('\n');
  // What stays plain is an empty line to the grammar.
  const tame = lines.map((line) => (isTame(line) ? line : ''));
  const tokens = codeToTokensBase(highlighterOf(language), tame.join('\n'), {
    lang: language,
    theme: theme.name,
    tokenizeTimeLimit: 0,
  });
  const pieces: Piece[] = [];
  lines.forEach((line, index) => {
    if (index > 0) add(pieces, 'plain', '\n');
    if (tame[index] !== line) add(pieces, 'plain', line);
    else for (const { content, color } of tokens[index] ?? []) add(pieces, kindOf(color), content);
  });
  // The text that is read and copied must be the author's.
  return pieces.map(({ text }) => text).join('') === code ? pieces.map(elementOf) : undefined;
}

const isTame = (line: string): boolean => line.length <= lineCharactersMax && line.split('\\').length - 1 <= escapesMax;

interface Piece {
  kind: TokenKind;
  text: string;
}

const kindOf = (color = ''): TokenKind => kinds[Number.parseInt(color.slice(1), 16)] ?? 'plain';

/** Neighbours of one kind are one token; spaces belong to whatever is before them. */
function add(pieces: Piece[], kind: TokenKind, text: string): void {
  const last = pieces.at(-1);
  if (last !== undefined && (last.kind === kind || (/^[ \t]+$/.test(text) && !last.text.endsWith('\n'))))
    last.text += text;
  else pieces.push({ kind, text });
}

const elementOf = ({ kind, text }: Piece): ElementContent =>
  kind === 'plain'
    ? { type: 'text', value: text }
    : {
        type: 'element',
        tagName: 'span',
        properties: { className: [`tok-${kind}`] },
        children: [{ type: 'text', value: text }],
      };
