// A guide as pages, one per language, and what the docs page says of it.
import { htmlOf, newHtmlContext } from '../bodies/article-html.ts';
import { guidePath } from '../edition/locations.ts';
import type { Language } from '../edition/vocabulary.ts';
import { type InBoth, inBoth, type SourceGuide } from '../source/article.ts';
import type { GuideFields } from '../source/front-matter-schema.ts';
import { renderPage } from './layout.tsx';

export interface CompiledGuide {
  slug: string;
  fields: GuideFields;
  pages: InBoth<string>;
}

export function renderGuide(guide: SourceGuide, styles: string): CompiledGuide {
  const { slug, fields } = guide;
  return {
    slug,
    fields,
    pages: inBoth((language) =>
      renderPage({
        language,
        styles,
        title: fields.title[language],
        description: fields.summary[language],
        path: guidePath(slug),
        children: <Guide language={language} guide={guide} />,
      }),
    ),
  };
}

function Guide({ language, guide }: { language: Language; guide: SourceGuide }) {
  const { parts, draft, fields } = guide;
  const part = parts[language];
  const nodes = [
    ...part.content,
    ...part.qaHeadings,
    ...part.pairs.flatMap(({ question, answer }) => [question, ...answer]),
  ];
  const content = htmlOf(nodes, newHtmlContext(draft, language));
  return (
    <article>
      <h1>{fields.title[language]}</h1>
      <p class="summary">{fields.summary[language]}</p>
      <div class="content" dangerouslySetInnerHTML={{ __html: content }} />
    </article>
  );
}
