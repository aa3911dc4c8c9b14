// Syntax highlighting with highlight.js: marks keywords, strings and comments with classes, never styles, so that both themes and
// the security policy of the pages work. The same code gives the same tokens.
import type { ElementContent, RootContent } from 'hast';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import http from 'highlight.js/lib/languages/http';
import nginx from 'highlight.js/lib/languages/nginx';
import powershell from 'highlight.js/lib/languages/powershell';
import { common, createLowlight } from 'lowlight';

const highlighter = createLowlight({ ...common, dockerfile, http, nginx, powershell });
highlighter.registerAlias({ javascript: ['node'], json: ['jsonl'], sql: ['postgresql'], xml: ['vue'] });

/** The maximum number of highlighted characters per article, to bound the time. */
export const highlightedCharactersMax = 60_000;

/** The code of one article. A block that both languages show is highlighted once. */
export class CodeHighlighting {
  private readonly known = new Map<string, ElementContent[] | undefined>();
  private characters = 0;

  /** The children of a `code` element with the same text, possibly shared with others; undefined for code without highlighting. */
  of(code: string, fence: string): ElementContent[] | undefined {
    const language = codeLanguageOf(fence);
    if (language === undefined) return undefined;
    const key = `${language}\n${code}`;
    if (!this.known.has(key)) {
      this.characters += code.length;
      this.known.set(key, this.characters > highlightedCharactersMax ? undefined : tokensOf(code, language));
    }
    return this.known.get(key);
  }
}

/** The language of a fence's info string (`js`, `JavaScript`, `ts{3}`); undefined for plain code. */
function codeLanguageOf(fence: string): string | undefined {
  const name = /^[\w+#-]*/.exec(fence.toLowerCase())?.[0] ?? '';
  return name !== '' && highlighter.registered(name) ? name : undefined;
}

const tokensOf = (code: string, language: string): ElementContent[] =>
  highlighter.highlight(language, code).children.filter(isContent);

const isContent = (node: RootContent): node is ElementContent => node.type === 'element' || node.type === 'text';
