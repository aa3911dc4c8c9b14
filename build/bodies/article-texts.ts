// Both languages of an article as HTML blocks, made once: the page of each language puts its blocks one after the other, the
// page of both puts them side by side.
import type { Language } from '../edition/vocabulary.ts';
import { type InBoth, inBoth, type SourceArticle } from '../source/article.ts';
import { anchorsIn } from '../source/links.ts';
import { contentOf, extentOf } from '../source/outline.ts';
import { parityOf } from '../source/parity/sections.ts';
import { type HtmlBlock, headingOf, htmlBlocksOf, newHtmlContext } from './article-html.ts';
import type { PageHeading } from './finished-html.ts';
import { CodeHighlighting } from './highlighted-code.ts';

export interface QuestionHtml {
  anchor: string;
  /** Its anchor in the other language. */
  twin: string | undefined;
  question: string;
  heading: HtmlBlock;
  isPlaceholder: boolean;
  answer: HtmlBlock[];
}

export interface TextHtml {
  content: HtmlBlock[];
  /** Of the content; the questions are no part of it. */
  headings: PageHeading[];
  questions: QuestionHtml[];
}

export function textsOf(article: SourceArticle): InBoth<TextHtml> {
  const twins = twinsOf(article);
  const code = new CodeHighlighting();
  return inBoth((language) => textOf(article, language, twins[language], code));
}

function textOf(
  { draft, parts, pairs, texts }: SourceArticle,
  language: Language,
  twins: ReadonlyMap<string, string>,
  code: CodeHighlighting,
): TextHtml {
  const context = newHtmlContext(draft, language, { twins, code });
  const content = htmlBlocksOf(parts[language].content, context);
  const headings = [...context.headings];
  const questions = pairs.map((pair, index): QuestionHtml => {
    const question = texts.pairs[index]?.question[language] ?? '';
    const node = parts[language].pairs[index]?.question;
    const { anchor, block } = headingOf(question, node === undefined ? 0 : extentOf(node).start, context);
    return {
      anchor,
      twin: twins.get(anchor),
      question,
      heading: block,
      isPlaceholder: pair.placeholder[language],
      answer: htmlBlocksOf(pair.answerNodes[language], context),
    };
  });
  return { content, headings, questions };
}

/** For each language, the anchors of its sections and those of the same sections in the other language. */
function twinsOf({ draft, parts }: SourceArticle): InBoth<Map<string, string>> {
  const anchors = inBoth(
    (language) => new Map(anchorsIn(contentOf(parts[language])).map(({ heading, anchor }) => [heading, anchor])),
  );
  const twins = inBoth(() => new Map<string, string>());
  for (const { zh, en } of parityOf(draft)?.pairs ?? []) {
    const [here, there] = [zh && anchors.zh.get(zh.heading), en && anchors.en.get(en.heading)];
    if (here === undefined || there === undefined) continue;
    twins.zh.set(here, there);
    twins.en.set(there, here);
  }
  return twins;
}
