// The other articles that the bodies of an article name, related ones and neighbours: the only part that depends on other files.
// Bodies are made with a slot in its place, so that they can be made, and kept, without knowing the others.
import type { BodyName } from '../edition/catalogue.ts';
import type { LanguageChoice } from '../edition/vocabulary.ts';
import { renderArticleEnd } from '../pages/article-end.tsx';
import type { InBoth } from '../source/article.ts';
import { chosen, chosenLanguages } from './choice.ts';

/** What an article needs to know of another to name it. */
export interface RelatedArticle {
  id: string;
  slug: string;
  title: InBoth<string>;
}

export interface OtherArticles {
  /** In the author's order. */
  related: readonly RelatedArticle[];
  /** The articles before and after it in the list of its domain. */
  previous?: RelatedArticle | undefined;
  next?: RelatedArticle | undefined;
}

/** Where the other articles go. Articles hold no NUL: the compiler refuses control characters. */
export const relatedSlot = '\0related\0';

/** What stands in the slot of a body. */
export function relatedPart(name: BodyName, others: OtherArticles): string {
  const { related } = others;
  switch (name) {
    case 'json.both':
    case 'json.zh':
    case 'json.en':
      return json(related, choiceOf(name));
    case 'markdown.both':
    case 'markdown.zh':
    case 'markdown.en':
      return markdown(related, choiceOf(name));
    case 'page.zh':
      return renderArticleEnd(others, 'zh');
    case 'page.en':
      return renderArticleEnd(others, 'en');
    default:
      return '';
  }
}

const choiceOf = (name: `${string}.${LanguageChoice}`): LanguageChoice =>
  name.slice(name.indexOf('.') + 1) as LanguageChoice;

function json(related: readonly RelatedArticle[], choice: LanguageChoice): string {
  return JSON.stringify(related.map(({ title, ...rest }) => ({ ...rest, title: chosen(title, choice) })));
}

function markdown(related: readonly RelatedArticle[], choice: LanguageChoice): string {
  if (related.length === 0) return '';
  const titleOf = ({ title }: RelatedArticle): string =>
    chosenLanguages(choice)
      .map((language) => title[language])
      .join(' / ');
  return `## Related Articles\n\n${related.map((article) => `- ${article.id}: ${titleOf(article)}`).join('\n')}\n\n`;
}
