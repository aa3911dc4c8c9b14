// Parses the Markdown representation of an article line by line, like a simple client.

export interface MarkdownArticle {
  title: string;
  /** The quotation lines, without `> `. */
  quotation: string[];
  /** The text of each second-level section by its name, in order. */
  sections: Map<string, string>;
}

export function readMarkdown(text: string): MarkdownArticle {
  const article: MarkdownArticle = { title: '', quotation: [], sections: new Map() };
  let section: string | undefined;
  for (const { line, isCode } of linesOf(text)) {
    if (!isCode && /^## /.test(line)) {
      section = line.slice(3);
      article.sections.set(section, '');
    } else if (section !== undefined) {
      article.sections.set(section, `${article.sections.get(section)}${line}\n`);
    } else if (/^# /.test(line)) {
      article.title = line.slice(2);
    } else if (/^> /.test(line)) {
      article.quotation.push(line.slice(2));
    } else if (line !== '') {
      throw new Error(`a line before the first section that is neither title nor quotation: ${line}`);
    }
  }
  return article;
}

/** The heading lines of a text, except lines inside code. */
export function headingsOf(text: string): string[] {
  return linesOf(text).flatMap(({ line, isCode }) => (!isCode && /^#{1,6} /.test(line) ? [line] : []));
}

/** A text without fenced code and without code spans. */
export function proseOf(text: string): string {
  const lines = linesOf(text).map(({ line, isCode }) => (isCode ? '' : line));
  return lines.join('\n').replaceAll(/(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, '');
}

/** The values in the Metadata section by label, in order. */
export function metadataOf(article: MarkdownArticle): Map<string, string> {
  const lines = (article.sections.get('Metadata') ?? '').split('\n').filter((line) => line !== '');
  return new Map(
    lines.map((line): [string, string] => {
      const [, label, value] = /^- \*\*(.+?)\*\*: (.*)$/.exec(line) ?? [];
      if (label === undefined || value === undefined) throw new Error(`not a metadata line: ${line}`);
      return [label, value];
    }),
  );
}

function linesOf(text: string): { line: string; isCode: boolean }[] {
  let fence: string | undefined;
  return text.split('\n').map((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    const isCode = fence !== undefined || mark !== undefined;
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) fence = undefined;
    return { line, isCode };
  });
}
