// Syntax highlighting with highlight.js. Keywords, strings and comments get classes instead of inline styles: the light and the dark
// theme colour the classes differently, and the security policy of the pages forbids inline styles.
import type { ElementContent, RootContent } from 'hast';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import http from 'highlight.js/lib/languages/http';
import nginx from 'highlight.js/lib/languages/nginx';
import powershell from 'highlight.js/lib/languages/powershell';
import { common, createLowlight } from 'lowlight';

const highlighter = createLowlight({ ...common, dockerfile, http, nginx, powershell });
highlighter.registerAlias({ javascript: ['node'], json: ['jsonl'], sql: ['postgresql'], xml: ['vue'] });

/** The maximum number of characters of code that are highlighted per article. It limits the time of a build. */
export const highlightedCharactersMax = 60_000;

/** Highlights the code of one article. A block that both languages contain is highlighted once. */
export class CodeHighlighting {
  private readonly known = new Map<string, ElementContent[] | undefined>();
  private characters = 0;

  /**
   * The highlighted children of a `code` element. Elements with equal code may share them. Undefined for code that is not
   * highlighted.
   */
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

/** The language in a fence's info string (`js`, `JavaScript`, `ts{3}`). Undefined when highlight.js does not know it. */
function codeLanguageOf(fence: string): string | undefined {
  const name = /^[\w+#-]*/.exec(fence.toLowerCase())?.[0] ?? '';
  return name !== '' && highlighter.registered(name) ? name : undefined;
}

const tokensOf = (code: string, language: string): ElementContent[] =>
  highlighter.highlight(language, code).children.filter(isContent);

const isContent = (node: RootContent): node is ElementContent => node.type === 'element' || node.type === 'text';
