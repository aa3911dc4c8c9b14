// The related articles in each body of an article: the only part that depends on other files. Bodies are made with a slot in
// its place, so that they can be made, and kept, without knowing the others.
import type { BodyName } from '../edition/catalogue.ts';
import { pagePath } from '../edition/locations.ts';
import { escapeHtml } from '../edition/slots.ts';
import type { Language, LanguageChoice } from '../edition/vocabulary.ts';
import { words } from '../pages/words.ts';
import type { InBoth } from '../source/article.ts';
import { chosen, chosenLanguages } from './choice.ts';

/** What an article needs to know of another to name it. */
export interface RelatedArticle {
  id: string;
  slug: string;
  title: InBoth<string>;
}

/** Where the related articles go. Articles hold no NUL: the compiler refuses control characters. */
export const relatedSlot = '\0related\0';

/** What stands in the slot of a body. */
export function relatedPart(name: BodyName, related: readonly RelatedArticle[]): string {
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
      return section(related, 'zh');
    case 'page.en':
      return section(related, 'en');
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

function section(related: readonly RelatedArticle[], language: Language): string {
  if (related.length === 0) return '';
  const entries = related.map(
    ({ slug, title }) => `<li><a href="${pagePath(slug, language)}">${escapeHtml(title[language])}</a></li>`,
  );
  return `<section><h2>${words.related[language]}</h2><ul>${entries.join('')}</ul></section>`;
}
