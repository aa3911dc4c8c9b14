// Get article: one article by its slug, as JSON or as Markdown.
import { z } from 'zod';
import { apiAccessSection, articleLinksOf } from '../../build/edition/api-access.ts';
import { article, articleExcerpt as articleExcerptShape } from '../../build/edition/article.ts';
import { closest } from '../../build/edition/closest.ts';
import { articlePath, pagePath, representationPath } from '../../build/edition/locations.ts';
import { fillByteSlots } from '../../build/edition/slots.ts';
import { articleIdPattern, type LanguageChoice, slugLengthMax, slugPattern } from '../../build/edition/vocabulary.ts';
import type { Library } from '../library.ts';
import { notFound } from '../problems.ts';
import { articleExcerpt, missingSection } from './article-excerpt.ts';
import { type Outcome, operation, problem, type RelatedAddress } from './operation.ts';
import { lang, maxTokens } from './parameters.ts';
import { sampleArticle } from './samples.ts';
import { findMatches, searchPath } from './search.ts';

/** An anchor is no longer than its heading, and a line of an article is seldom as long. */
const sectionLengthMax = 1000;

export const formats = ['json', 'markdown'] as const;

const input = z.strictObject({
  slug: z.string().describe('the slug of an article; an id or a former slug is answered with 301'),
  format: z
    .enum(formats)
    .optional()
    .describe(`one of ${formats.join(', ')}`),
  lang,
  section: z
    .string()
    .min(1)
    .max(sectionLengthMax)
    .optional()
    .describe(`the anchor of a heading, at most ${sectionLengthMax} characters: only that section is answered`),
  maxTokens,
});
type Input = z.infer<typeof input>;

export const getArticle = operation({
  name: 'getArticle',
  summary: 'Get an article',
  description:
    'One article by its slug. JSON unless format=markdown or, without format, the header Accept: text/markdown asks for Markdown. With section or maxTokens: some of its sections, never more than maxTokens of their text (in Markdown: of the whole answer).',
  subject: 'Articles',
  path: '/articles/{slug}',
  endpoint: 'article',
  alsoAnswers: 'markdown',
  mayMove: true,
  mayMiss: true,
  input,
  output: z.union([article, articleExcerptShape]),
  samples(library) {
    const found = sampleArticle(library);
    if (found === undefined) return [];
    const { id, slug } = found;
    return [
      { name: 'json', summary: 'An article in both languages.', given: { slug, format: 'json' } },
      {
        name: 'markdown',
        summary: 'The same in English, as Markdown.',
        given: { slug, format: 'markdown', lang: 'en' },
      },
      {
        name: 'excerpt',
        summary: 'What fits into a budget of tokens, and what was left out.',
        given: { slug, format: 'json', lang: 'en', maxTokens: '300' },
      },
      { name: 'moved', summary: 'Asked for by its id.', given: { slug: id, lang: 'en' } },
      { name: 'unknownFormat', summary: 'A format that does not exist.', given: { slug, format: 'md' } },
      { name: 'noSection', summary: 'A section that it does not have.', given: { slug, section: 'no-such-section' } },
      { name: 'misspelt', summary: 'A slug that is nearly right.', given: { slug: `${slug.slice(0, 95)}x` } },
      { name: 'noSlug', summary: 'What cannot be a slug.', given: { slug: 'No Slug' } },
    ];
  },
  run({ library, origin, preferredFormat }, given): Outcome {
    const position = library.positionOfSlug.get(given.slug);
    if (position === undefined) return elsewhere(library, given);
    const row = library.articles[position];
    if (row === undefined) throw new Error(`the slug ${given.slug} has a position without an article`);
    const choice: LanguageChoice = given.lang ?? 'both';
    const format = given.format ?? preferredFormat;
    if (given.section !== undefined || given.maxTokens !== undefined) {
      const { section, maxTokens: budget } = given;
      const negotiated = given.format === undefined;
      return articleExcerpt(library, position, origin, { choice, format, negotiated, section, maxTokens: budget });
    }
    const tag = (ending: string): string => `${library.bodyTag(position, `${format}.${choice}`)}\n${ending}`;
    const negotiated = given.format === undefined;
    const related = relatedTo(row.slug, choice);
    if (format === 'markdown') {
      const section = apiAccessSection(row, choice, origin);
      const pieces = [...fillByteSlots(library.body(position, `markdown.${choice}`), {}), section];
      return { kind: 'markdown', pieces, tag: tag(section), negotiated, related };
    }
    const links = `,"links":${JSON.stringify(articleLinksOf(row, origin))}}`;
    const pieces = [library.body(position, `json.${choice}`), links];
    return { kind: 'data', pieces, tag: tag(links), negotiated, related };
  },
});

/** The page of an article, and its two representations, in the languages that were asked for. */
function relatedTo(slug: string, choice: LanguageChoice): RelatedAddress[] {
  const page = pagePath(slug, choice === 'both' ? undefined : choice);
  return [
    { path: page, rel: 'canonical' },
    { path: page, rel: 'alternate', type: 'text/html' },
    { path: representationPath(slug, 'markdown', choice), rel: 'alternate', type: 'text/markdown' },
    { path: representationPath(slug, 'json', choice), rel: 'alternate', type: 'application/json' },
  ];
}

/** An id or a former slug moved; anything else does not exist, with the nearest thing that does. */
function elsewhere(library: Library, given: Input): Outcome {
  const position = library.positionOfOtherName.get(given.slug) ?? -1;
  const moved = library.articles[position];
  if (moved !== undefined) {
    // Nobody is sent on to a section that is not there.
    const missing =
      given.section === undefined ? undefined : missingSection(library, position, given.section, given.lang);
    return missing ?? { kind: 'moved', path: sameRequest(moved.slug, given) };
  }
  const isName =
    (slugPattern.test(given.slug) && given.slug.length <= slugLengthMax) || articleIdPattern.test(given.slug);
  if (!isName) {
    return problem(
      notFound('There is no such article: this is neither a slug nor an id.', {
        hint: 'A slug is made of lower-case words joined by hyphens. Search for the article.',
        nextStep: `GET ${searchPath({ page: 1, pageSize: 20 })}`,
      }),
    );
  }
  const near = closest(given.slug, library.positionOfSlug.keys());
  const words = given.slug.replaceAll('-', ' ');
  const finds = findMatches(library, { q: words }).total > 0;
  const search = `GET ${searchPath({ ...(finds && { q: words }), page: 1, pageSize: 20 })}`;
  return problem(
    notFound(`There is no article ${given.slug}.`, {
      hint: near === undefined ? 'Search for it.' : `Did you mean ${near}?`,
      nextStep: near === undefined ? search : `GET ${representationPath(near, 'markdown', given.lang ?? 'both')}`,
    }),
  );
}

function sameRequest(slug: string, { format, lang: language, section, maxTokens: budget }: Input): string {
  const query = new URLSearchParams();
  if (format !== undefined) query.set('format', format);
  if (language !== undefined) query.set('lang', language);
  if (section !== undefined) query.set('section', section);
  if (budget !== undefined) query.set('maxTokens', String(budget));
  const text = query.toString();
  return `${articlePath(slug)}${text === '' ? '' : `?${text}`}`;
}
