// Get article: one article by its slug, as JSON or as Markdown.
import { z } from 'zod';
import { article, articleExcerpt as articleExcerptShape } from '../../build/edition/article.ts';
import { fillByteSlots } from '../../build/edition/slots.ts';
import type { LanguageChoice } from '../../build/edition/vocabulary.ts';
import { EditionError } from '../edition-files.ts';
import { elsewhere, movedTo, noSuchText } from './article-elsewhere.ts';
import { articleExcerpt } from './article-excerpt.ts';
import {
  accessSectionOf,
  endOf,
  type FoundText,
  noticeOf,
  presentSlug,
  presentStep,
  presentText,
  relatedTo,
  textWithDigest,
} from './found-text.ts';
import { type Context, type Outcome, operation } from './operation.ts';
import { lang, maxTokens, textDigest } from './parameters.ts';
import { earlierBuildId, sampleArticle } from './samples.ts';

/** An anchor is no longer than its heading, and a line of an article is seldom as long. */
const sectionLengthMax = 1000;

export const formats = ['json', 'markdown'] as const;

const input = z.strictObject({
  slug: z
    .string()
    .describe(
      'the slug of an article; an id, a former slug or a citation slug@digest#section (write # as %23) is answered with 301',
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
    .describe(`the anchor of a heading, at most ${sectionLengthMax} characters: only that section is answered`),
  maxTokens,
  digest: textDigest,
});
type Input = z.infer<typeof input>;

export const getArticle = operation({
  name: 'getArticle',
  summary: 'Get an article',
  description:
    'One article by its slug. JSON unless format=markdown or, without format, the header Accept: text/markdown asks for Markdown. With section or maxTokens: some of its sections, never more than maxTokens of their text (in Markdown: of the whole answer). With digest: the text that was cited, when it is the present one or that of a kept edition.',
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
    const { id, slug, digest } = found;
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
      {
        name: 'cited',
        summary: 'The text that was cited, by the first digits of its digest.',
        given: { slug, format: 'json', lang: 'en', maxTokens: '100', digest: digest.slice(0, 'sha256-'.length + 12) },
      },
      { name: 'moved', summary: 'Asked for by its id.', given: { slug: id, lang: 'en' } },
      { name: 'unknownFormat', summary: 'A format that does not exist.', given: { slug, format: 'md' } },
      { name: 'noSection', summary: 'A section that it does not have.', given: { slug, section: 'no-such-section' } },
      {
        name: 'notKept',
        summary: 'A text that no kept edition has.',
        given: { slug, digest: `sha256-${earlierBuildId.slice(0, 12)}` },
      },
      { name: 'misspelt', summary: 'A slug that is nearly right.', given: { slug: `${slug.slice(0, 95)}x` } },
      { name: 'noSlug', summary: 'What cannot be a slug.', given: { slug: 'No Slug' } },
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

/** The text of a digest, at the slug that the article has now. */
function citedText(context: Context, given: Input, digest: string): Outcome {
  const { library } = context;
  const found = textWithDigest(library, given.slug, digest);
  if (found === undefined) return noSuchText(library, given, digest);
  try {
    if (presentSlug(found) !== given.slug) return movedTo(found, given);
    return { ...answerOf(found, context, given), isPassing: true };
  } catch (error) {
    // The kept edition is gone, or its bytes are not what they were.
    if (error instanceof EditionError) return noSuchText(library, given, digest);
    throw error;
  }
}

function answerOf(found: FoundText, { origin, preferredFormat }: Context, given: Input): Outcome {
  const { text } = found;
  const choice: LanguageChoice = given.lang ?? 'both';
  const format = given.format ?? preferredFormat;
  const negotiated = given.format === undefined;
  const { section, maxTokens: budget } = given;
  if (section !== undefined || budget !== undefined)
    return articleExcerpt(found, origin, { choice, format, negotiated, section, maxTokens: budget });
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
