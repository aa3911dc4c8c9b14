// What is answered for an article under a name that it does not have: where it is now, or what is nearest to it.
import { closest } from '../../build/edition/closest.ts';
import { articlePath, representationPath } from '../../build/edition/locations.ts';
import { articleIdPattern, type Language, slugLengthMax, slugPattern } from '../../build/edition/vocabulary.ts';
import type { Library } from '../library.ts';
import { notFound } from '../problems.ts';
import { rowAt } from './article-changes.ts';
import { missingSection } from './article-excerpt.ts';
import { articlesNamed, type FoundText, newestTextOf, presentSlug, presentText, textWithDigest } from './found-text.ts';
import { type Outcome, problem } from './operation.ts';
import { digestSource } from './parameters.ts';
import { findMatches, searchPath } from './search.ts';

/** What was asked of an article. */
export interface Asked {
  slug: string;
  format?: 'json' | 'markdown' | undefined;
  lang?: Language | undefined;
  section?: string | undefined;
  maxTokens?: number | undefined;
  digest?: string | undefined;
}

/** The name, the digits and the section of a citation. */
const citationPattern = new RegExp(`^([^@]+)@${digestSource}(?:#(.+))?$`, 's');

/** An id or a former slug moved, and so did what a citation names; anything else does not exist, with the nearest that does. */
export function elsewhere(library: Library, asked: Asked): Outcome {
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

/** The same request where the article is; nobody is sent on to a section that is not there. */
export function movedTo(found: FoundText, asked: Asked): Outcome {
  const missing = asked.section === undefined ? undefined : missingSection(found, asked.section, asked.lang);
  return missing ?? { kind: 'moved', path: sameRequest(presentSlug(found), asked) };
}

/** An article is known by the name, or was, and no kept edition has a text of it with the digest. */
export function noSuchText(library: Library, asked: Asked, digest: string): Outcome {
  const [known] = articlesNamed(library, asked.slug);
  if (known === undefined) return nearestTo(library, asked);
  if (typeof known !== 'number') return formerly(library, asked);
  const { slug, digest: present, updatedAt } = rowAt(library, known);
  return problem(
    notFound(`The article ${slug} has no text ${digest}: it is neither the present one nor that of a kept edition.`, {
      hint: `The text that succeeds it is ${slug}@${present}, of ${updatedAt}.`,
      nextStep: `GET ${representationPath(slug, 'markdown', asked.lang ?? 'both')}`,
    }),
  );
}

/** A name that led to an article in a kept edition: it has another one now, or the article was removed. */
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
      hint: `Its last text that is kept is ${text.slug}@${text.digest}.`,
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
        nextStep: `GET ${searchPath({ page: 1, pageSize: 20 })}`,
      }),
    );
  }
  const near = closest(slug, library.positionOfSlug.keys());
  const words = slug.replaceAll('-', ' ');
  const finds = findMatches(library, { q: words }).total > 0;
  const search = `GET ${searchPath({ ...(finds && { q: words }), page: 1, pageSize: 20 })}`;
  return problem(
    notFound(`There is no article ${slug}.`, {
      hint: near === undefined ? 'Search for it.' : `Did you mean ${near}?`,
      nextStep: near === undefined ? search : `GET ${representationPath(near, 'markdown', language ?? 'both')}`,
    }),
  );
}

function sameRequest(slug: string, { format, lang: language, section, maxTokens, digest }: Asked): string {
  const query = new URLSearchParams();
  if (format !== undefined) query.set('format', format);
  if (language !== undefined) query.set('lang', language);
  if (section !== undefined) query.set('section', section);
  if (maxTokens !== undefined) query.set('maxTokens', String(maxTokens));
  if (digest !== undefined) query.set('digest', digest);
  const text = query.toString();
  return `${articlePath(slug)}${text === '' ? '' : `?${text}`}`;
}
