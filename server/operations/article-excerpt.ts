// Some sections of an article: what `section` and `maxTokens` ask of an article's address.
import { articleLinksOf } from '../../build/edition/api-access.ts';
import { closest } from '../../build/edition/closest.ts';
import { fingerprint } from '../../build/edition/hash.ts';
import { sectionPath } from '../../build/edition/locations.ts';
import type { Sections } from '../../build/edition/sections.ts';
import { type Language, type LanguageChoice, languages } from '../../build/edition/vocabulary.ts';
import type { Library } from '../library.ts';
import { notFound } from '../problems.ts';
import { excerptMarkdown, excerptOf, type Part, type Side, sidesWith } from './excerpt.ts';
import { type Outcome, problem } from './operation.ts';

export interface ExcerptRequest {
  choice: LanguageChoice;
  format: 'json' | 'markdown';
  /** Whether the caller left the format to its Accept header. */
  negotiated: boolean;
  section: string | undefined;
  maxTokens: number | undefined;
}

export function articleExcerpt(library: Library, position: number, origin: string, asked: ExcerptRequest): Outcome {
  const row = library.articles[position];
  if (row === undefined) throw new RangeError(`no article at position ${position}`);
  const { choice, format, negotiated, section, maxTokens } = asked;
  const all = sidesOf(library, position, choice);
  const sides = section === undefined ? all : sidesWith(all, section);
  if (sides.length === 0) return noSection(row.slug, all, section ?? '');
  const tags = sides.map(({ language }) => library.bodyTag(position, `sections.${language}`));
  const tag = (more: string): string =>
    [...tags, library.bodyTag(position, `item.${choice}`), format, section ?? '', maxTokens ?? '', more].join('\n');
  if (format === 'markdown') {
    return { kind: 'markdown', pieces: [excerptMarkdown(sides, maxTokens)], tag: tag(''), negotiated };
  }
  const { included, omitted, tokens } = excerptOf(sides, maxTokens);
  const links = articleLinksOf(row, origin);
  const rest = {
    digest: row.digest,
    citation: `${row.slug}@${row.digest}`,
    tokens,
    truncated: omitted.length > 0,
    sections: included.map((part) => ({ ...named(part), text: part.body.text })),
    omitted: omitted.map((part) => ({
      ...named(part),
      get: `GET ${sectionPath(row.slug, part.language, part.anchor)}`,
    })),
    links,
  };
  const item = library.body(position, `item.${choice}`);
  const pieces = [item.subarray(0, item.length - 1), `,${JSON.stringify(rest).slice(1)}`];
  const [next] = rest.omitted;
  return {
    kind: 'data',
    pieces,
    tag: tag(fingerprint(JSON.stringify(links))),
    negotiated,
    ...(next !== undefined && { nextStep: next.get }),
  };
}

/** What is answered for a section that an article does not have; undefined when it has it. */
export function missingSection(
  library: Library,
  position: number,
  section: string,
  choice: LanguageChoice = 'both',
): Outcome | undefined {
  const sides = sidesOf(library, position, choice);
  if (sidesWith(sides, section).length > 0) return undefined;
  return noSection(library.articles[position]?.slug ?? '', sides, section);
}

function sidesOf(library: Library, position: number, choice: LanguageChoice): Side[] {
  return (choice === 'both' ? languages : [choice]).map((language) => sideOf(library, position, language));
}

const named = ({ language, anchor, title, body }: Part) => ({
  lang: language,
  section: anchor,
  title,
  tokens: body.tokens,
});

/** The bytes are verified, and the format version says that they have this shape. */
export function sideOf(library: Library, position: number, language: Language): Side {
  const text = library.body(position, `sections.${language}`).toString('utf8');
  return { language, sections: JSON.parse(text) as Sections };
}

function noSection(slug: string, sides: readonly Side[], asked: string): Outcome {
  const known = sides.flatMap(({ language, sections }) =>
    sections.sections.map(({ anchor }) => ({ language, anchor })),
  );
  const near = closest(
    asked,
    known.map(({ anchor }) => anchor),
  );
  const meant = known.find(({ anchor }) => anchor === near) ?? known[0];
  const names = known.slice(0, namesShown).map(({ anchor }) => anchor);
  const more = known.length > namesShown ? ' and others' : '';
  return problem(
    notFound(`The article ${slug} has no section ${JSON.stringify(asked)}.`, {
      hint:
        near === undefined
          ? `It has: ${names.join(', ')}${more}.`
          : `Did you mean ${near}? A section is named by its anchor.`,
      ...(meant !== undefined && { nextStep: `GET ${sectionPath(slug, meant.language, meant.anchor)}` }),
    }),
  );
}

const namesShown = 12;
