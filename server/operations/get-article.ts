// Get article: returns an article by its slug, as JSON or as Markdown. For another name it returns the current address or the nearest slug.
import { z } from 'zod';
import { article, articleExcerpt as articleExcerptShape } from '../../build/edition/article-schema.ts';
import { closest } from '../../build/edition/closest.ts';
import { articlePath, representationPath } from '../../build/edition/locations.ts';
import { fillByteSlots } from '../../build/edition/slots.ts';
import { articleIdPattern, type LanguageChoice, slugLengthMax, slugPattern } from '../../build/edition/vocabulary.ts';
import { EditionError } from '../edition-files.ts';
import type { Library } from '../library.ts';
import { notFound } from '../problems.ts';
import { rowAt } from './article-changes.ts';
import { articleExcerpt, missingSection } from './article-excerpt.ts';
import {
  accessSectionOf,
  articlesNamed,
  endOf,
  type FoundText,
  newestTextOf,
  noticeOf,
  presentSlug,
  presentStep,
  presentText,
  relatedTo,
  textWithDigest,
} from './found-text.ts';
import { type Context, type Outcome, operation, problem } from './operation.ts';
import { code, digestSource, lang, maxTokens, queryText, textDigest } from './parameters.ts';
import { earlierBuildId, sampleArticle } from './samples.ts';
import { findMatches, searchPath } from './search.ts';

/** The longest `section` that is accepted. An anchor is no longer than its heading, and headings are rarely as long as this. */
const sectionLengthMax = 1000;

export const formats = ['json', 'markdown'] as const;

const input = z.strictObject({
  slug: z
    .string()
    .describe(
      'the slug of an article; an id, a former slug or a citation slug@digest#section (write # as %23) gets a redirect (301)',
    ),
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
    .describe(`the anchor of a heading, at most ${sectionLengthMax} characters: only that section is returned`),
  q: queryText.optional().meta({
    description: `${queryText.meta()?.description}: only the sections that answer it are returned, by default with at most 800 tokens`,
  }),
  maxTokens,
  code,
  digest: textDigest,
});
type Input = z.infer<typeof input>;

export const getArticle = operation({
  name: 'getArticle',
  summary: 'Get an article',
  description:
    'Returns one article by its slug, as JSON or Markdown. It is Markdown with format=markdown or, without format, with the header Accept: text/markdown. section, q and maxTokens select sections: q those that answer a question, maxTokens as many as fit into that number of tokens (in Markdown, tokens of the whole answer). code=false leaves out long code and its output. digest returns the text that was cited, if it is the present one or in a kept edition.',
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
    const { id, slug, digest, title } = found;
    return [
      { name: 'json', summary: 'An article in both languages.', given: { slug, format: 'json' } },
      {
        name: 'markdown',
        summary: 'The article in English, as Markdown.',
        given: { slug, format: 'markdown', lang: 'en' },
      },
      {
        name: 'excerpt',
        summary: 'The parts that fit into a budget of tokens, and the omitted ones.',
        given: { slug, format: 'json', lang: 'en', maxTokens: '300' },
      },
      {
        name: 'question',
        summary: 'The sections that answer a question, without long code.',
        given: { slug, format: 'json', lang: 'en', q: title.en ?? '', maxTokens: '300', code: 'false' },
      },
      {
        name: 'cited',
        summary: 'A cited text, selected by the first digits of its digest.',
        given: { slug, format: 'json', lang: 'en', maxTokens: '100', digest: digest.slice(0, 'sha256-'.length + 12) },
      },
      { name: 'moved', summary: 'An article requested by its id.', given: { slug: id, lang: 'en' } },
      { name: 'unknownFormat', summary: 'A format that does not exist.', given: { slug, format: 'md' } },
      { name: 'noSection', summary: 'A section that the article lacks.', given: { slug, section: 'no-such-section' } },
      {
        name: 'notKept',
        summary: 'A text that no kept edition has.',
        given: { slug, digest: `sha256-${earlierBuildId.slice(0, 12)}` },
      },
      { name: 'misspelt', summary: 'A slug that is nearly right.', given: { slug: `${slug.slice(0, 95)}x` } },
      { name: 'noSlug', summary: 'A name that is not a valid slug.', given: { slug: 'No Slug' } },
    ];
  },
  run(context, given): Outcome {
    const { library } = context;
    if (given.digest !== undefined) return citedText(context, given, given.digest);
    const position = library.positionOfSlug.get(given.slug);
    return position === undefined
      ? elsewhere(library, given)
      : answerOf(presentText(library, position), context, given);
  },
});

/** Answers with the text that has the given digest. A request under another name is redirected to the article's current slug. */
function citedText(context: Context, given: Input, digest: string): Outcome {
  const { library } = context;
  const found = textWithDigest(library, given.slug, digest);
  if (found === undefined) return noSuchText(library, given, digest);
  try {
    if (presentSlug(found) !== given.slug) return movedTo(found, given);
    return { ...answerOf(found, context, given), isPassing: true };
  } catch (error) {
    // The kept edition was deleted or damaged since the served edition was opened.
    if (error instanceof EditionError) return noSuchText(library, given, digest);
    throw error;
  }
}

function answerOf(found: FoundText, context: Context, given: Input): Outcome {
  const { text } = found;
  const { origin, preferredFormat } = context;
  const choice: LanguageChoice = given.lang ?? 'both';
  const format = given.format ?? preferredFormat;
  const negotiated = given.format === undefined;
  const { section, q, maxTokens: budget, code: hasCode } = given;
  if (section !== undefined || q !== undefined || budget !== undefined || !hasCode)
    return articleExcerpt(context, found, { choice, format, negotiated, section, q, maxTokens: budget, code: hasCode });
  const tag = (ending: string): string => `${text.bodyTag(`${format}.${choice}`)}\n${ending}`;
  const related = relatedTo(found, choice);
  if (format === 'markdown') {
    const section = accessSectionOf(found, choice, origin);
    const notice = noticeOf(found, choice);
    const pieces = [notice, ...fillByteSlots(text.body(`markdown.${choice}`), {}), section];
    return { kind: 'markdown', pieces, tag: tag(`${notice}${section}`), negotiated, related };
  }
  const links = `,${JSON.stringify(endOf(found, origin)).slice(1)}`;
  const pieces = [text.body(`json.${choice}`), links];
  const nextStep = presentStep(found);
  return { kind: 'data', pieces, tag: tag(links), negotiated, related, ...(nextStep !== undefined && { nextStep }) };
}

/** A request for an article. */
type Asked = Pick<Input, 'slug'> & Partial<Input>;

/** A citation. The groups are the name, the digits of the digest, and the section. */
const citationPattern = new RegExp(`^([^@]+)@${digestSource}(?:#(.+))?$`, 's');

/** Answers for a name that is no slug: a redirect for an id, a former slug or a citation, otherwise 404 with the nearest slug. */
function elsewhere(library: Library, asked: Asked): Outcome {
  const position = library.positionOfOtherName.get(asked.slug);
  if (position !== undefined) return movedTo(presentText(library, position), asked);
  const [, name, digits, section] = citationPattern.exec(asked.slug) ?? [];
  if (name !== undefined && digits !== undefined) {
    const digest = `sha256-${digits.toLowerCase()}`;
    const found = textWithDigest(library, name, digest);
    const cited = { ...asked, slug: name, digest, section: asked.section ?? section };
    return found === undefined ? noSuchText(library, cited, digest) : movedTo(found, cited);
  }
  return articlesNamed(library, asked.slug).length > 0 ? formerly(library, asked) : nearestTo(library, asked);
}

/** A redirect to the same request at the article's address. If the article does not have the requested section, 404. */
function movedTo(found: FoundText, asked: Asked): Outcome {
  const missing = asked.section === undefined ? undefined : missingSection(found, asked.section, asked.lang);
  return missing ?? { kind: 'moved', path: sameRequest(presentSlug(found), asked) };
}

/**
 * The answer for a digest that no kept text of the article has. If no current article has this name or had it earlier, the answer is about
 * the name instead.
 */
function noSuchText(library: Library, asked: Asked, digest: string): Outcome {
  const [known] = articlesNamed(library, asked.slug);
  if (known === undefined) return nearestTo(library, asked);
  if (typeof known !== 'number') return formerly(library, asked);
  const { slug, digest: present, updatedAt } = rowAt(library, known);
  return problem(
    notFound(`The article ${slug} has no text ${digest}: it is neither the present one nor that of a kept edition.`, {
      hint: `The present text of the article is ${slug}@${present}, of ${updatedAt}.`,
      nextStep: `GET ${representationPath(slug, 'markdown', asked.lang ?? 'both')}`,
    }),
  );
}

/** The error answer for a name that only an earlier edition has: the article was renamed or removed. */
function formerly(library: Library, { slug: name, lang: language = undefined }: Asked): Outcome {
  const [known] = articlesNamed(library, name);
  if (typeof known === 'number') {
    const { slug } = rowAt(library, known);
    return problem(
      notFound(`The article that was called ${name} is now called ${slug}.`, {
        hint: `Ask for ${slug}.`,
        nextStep: `GET ${representationPath(slug, 'markdown', language ?? 'both')}`,
      }),
    );
  }
  const text = newestTextOf(library, known ?? '');
  if (text === undefined) return nearestTo(library, { slug: name, lang: language });
  return problem(
    notFound(`The article ${name} was removed.`, {
      hint: `The newest kept text of the article is ${text.slug}@${text.digest}.`,
      nextStep: `GET ${representationPath(text.slug, 'markdown', language ?? 'both')}&digest=${text.digest}`,
    }),
  );
}

function nearestTo(library: Library, { slug, lang: language }: Asked): Outcome {
  const isName = (slugPattern.test(slug) && slug.length <= slugLengthMax) || articleIdPattern.test(slug);
  if (!isName) {
    return problem(
      notFound('There is no such article: this is neither a slug nor an id.', {
        hint: 'A slug is made of lower-case words joined by hyphens. Search for the article.',
        nextStep: `GET ${searchPath({})}`,
      }),
    );
  }
  const near = closest(slug, library.positionOfSlug.keys());
  const words = slug.replaceAll('-', ' ');
  const finds = findMatches(library, { q: words }).total > 0;
  const search = `GET ${searchPath(finds ? { q: words } : {})}`;
  return problem(
    notFound(`There is no article ${slug}.`, {
      hint: near === undefined ? 'Search for it.' : `Did you mean ${near}?`,
      nextStep: near === undefined ? search : `GET ${representationPath(near, 'markdown', language ?? 'both')}`,
    }),
  );
}

function sameRequest(
  slug: string,
  { format, lang: language, section, q, maxTokens, code: hasCode, digest }: Asked,
): string {
  const query = new URLSearchParams();
  if (format !== undefined) query.set('format', format);
  if (language !== undefined) query.set('lang', language);
  if (section !== undefined) query.set('section', section);
  if (q !== undefined) query.set('q', q);
  if (maxTokens !== undefined) query.set('maxTokens', String(maxTokens));
  if (hasCode === false) query.set('code', 'false');
  if (digest !== undefined) query.set('digest', digest);
  const text = query.toString();
  return `${articlePath(slug)}${text === '' ? '' : `?${text}`}`;
}
