// Structured data of pages for crawlers, as JSON-LD (schema.org). It is data in a `script` element, which no browser executes.
import type { PublishedArticle } from '../bodies/published-article.ts';
import { domainPath, pagePath, twinPath } from '../edition/locations.ts';
import { domainName } from '../edition/result-words.ts';
import type { SiteSettings } from '../edition/site-settings.ts';
import { slot } from '../edition/slots.ts';
import { htmlLanguage, type Language } from '../edition/vocabulary.ts';
import { plainText } from '../source/markdown.ts';
import type { PageBase } from './assets.ts';
import { words } from './words.ts';

/** An object with a type of schema.org. */
export type Thing = { '@type': string } & Record<string, unknown>;

/** Several objects as the content of one `script` element of the type `application/ld+json`. */
export function structuredData(things: readonly Thing[]): string {
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': things });
  // Restores the slots, which JSON has escaped. A slot always begins a string. No text can look like a slot, because JSON escapes
  // quotes inside a string.
  return text.replaceAll('"\\u0000origin\\u0000', `"${slot('origin')}`).replaceAll('<', '\\u003c');
}

export function articleThings(article: PublishedArticle, language: Language, { site }: PageBase): Thing[] {
  const { slug, domain, texts, fields } = article.source;
  const page = pagePath(slug, language);
  const section = domainName(domain, site.domains, language);
  return [
    {
      '@type': 'TechArticle',
      '@id': absolute(page),
      url: absolute(page),
      identifier: fields.id,
      headline: texts.title[language],
      description: texts.summary[language],
      inLanguage: htmlLanguage[language],
      // The author is a label that may name a person or a group, so `Organization` is used for both.
      author: { '@type': 'Organization', name: fields.author },
      dateCreated: fields.createdAt,
      datePublished: fields.publishedAt,
      dateModified: fields.updatedAt,
      articleSection: section,
      keywords: fields.tags,
      encoding: { '@type': 'MediaObject', encodingFormat: 'text/markdown', contentUrl: absolute(twinPath(page)) },
    },
    breadcrumbs(language, [
      [section, domainPath(domain, language)],
      [texts.title[language], page],
    ]),
    ...questionsOf(article, language),
  ];
}

/** The questions of an article that have an answer. */
function questionsOf({ source }: PublishedArticle, language: Language): Thing[] {
  const answered = source.texts.pairs.filter(({ placeholder }) => !placeholder[language]);
  if (answered.length === 0) return [];
  const mainEntity = answered.map(({ question, answerNodes }) => ({
    '@type': 'Question',
    name: question[language],
    acceptedAnswer: { '@type': 'Answer', text: plainText(answerNodes[language]).trim() },
  }));
  return [{ '@type': 'FAQPage', inLanguage: htmlLanguage[language], mainEntity }];
}

export function homeThings(language: Language, { name, tagline, author }: SiteSettings): Thing[] {
  const url = absolute(`/${language}/`);
  return [
    {
      '@type': 'WebSite',
      '@id': url,
      url,
      name: name[language],
      description: tagline[language],
      inLanguage: htmlLanguage[language],
      ...(author !== undefined && { publisher: { '@type': 'Organization', name: author } }),
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${url}?q={query}` },
        'query-input': 'required name=query',
      },
    },
  ];
}

type Crumb = [name: string, path: string];

/** The breadcrumbs of a page. The paths contain the language. */
export function breadcrumbs(language: Language, crumbs: readonly Crumb[]): Thing {
  const way: Crumb[] = [[words.home[language], `/${language}/`], ...crumbs];
  const itemListElement = way.map(([name, path], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: absolute(path),
  }));
  return { '@type': 'BreadcrumbList', itemListElement };
}

const absolute = (path: string): string => `${slot('origin')}${path}`;
