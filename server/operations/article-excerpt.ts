// Some sections of an article: what `section` and `maxTokens` ask of an article's address.
import { closest } from '../../build/edition/closest.ts';
import { fingerprint } from '../../build/edition/hash.ts';
import { type LanguageChoice, languages } from '../../build/edition/vocabulary.ts';
import type { StoredText } from '../history/snapshots.ts';
import { notFound } from '../problems.ts';
import { excerptMarkdown, excerptOf, type Part, type Side, sidesWith } from './excerpt.ts';
import { endOf, type FoundText, laterVersion, presentStep, sectionStep, sideOf } from './found-text.ts';
import { type Outcome, problem } from './operation.ts';

export interface ExcerptRequest {
  choice: LanguageChoice;
  format: 'json' | 'markdown';
  /** Whether the caller left the format to its Accept header. */
  negotiated: boolean;
  section: string | undefined;
  maxTokens: number | undefined;
}

/** `origin` is the public address without a slash at its end. */
export function articleExcerpt(found: FoundText, origin: string, asked: ExcerptRequest): Outcome {
  const { text, present } = found;
  const { choice, format, negotiated, section, maxTokens } = asked;
  const all = sidesOf(text, choice);
  const sides = section === undefined ? all : sidesWith(all, section);
  if (sides.length === 0) return noSection(found, all, section ?? '');
  const tags = sides.map(({ language }) => text.bodyTag(`sections.${language}`));
  const tag = (more: string): string =>
    [...tags, text.bodyTag(`item.${choice}`), format, section ?? '', maxTokens ?? '', more].join('\n');
  const related = laterVersion(found);
  if (format === 'markdown') {
    const notice = present === 'this' ? undefined : present === null ? 'removed' : 'outdated';
    const pieces = [excerptMarkdown(sides, maxTokens, notice)];
    return { kind: 'markdown', pieces, tag: tag(notice ?? ''), negotiated, related };
  }
  const { included, omitted, tokens } = excerptOf(sides, maxTokens);
  const rest = {
    digest: text.digest,
    citation: `${text.slug}@${text.digest}`,
    tokens,
    truncated: omitted.length > 0,
    sections: included.map((part) => ({ ...named(part), text: part.body.text })),
    omitted: omitted.map((part) => ({ ...named(part), get: sectionStep(found, part) })),
    ...endOf(found, origin),
  };
  const item = text.body(`item.${choice}`);
  const pieces = [item.subarray(0, item.length - 1), `,${JSON.stringify(rest).slice(1)}`];
  const nextStep = rest.omitted[0]?.get ?? presentStep(found);
  return {
    kind: 'data',
    pieces,
    tag: tag(fingerprint(JSON.stringify(endOf(found, origin)))),
    negotiated,
    related,
    ...(nextStep !== undefined && { nextStep }),
  };
}

/** What is answered for a section that a text does not have; undefined when it has it. */
export function missingSection(
  found: FoundText,
  section: string,
  choice: LanguageChoice = 'both',
): Outcome | undefined {
  const sides = sidesOf(found.text, choice);
  return sidesWith(sides, section).length > 0 ? undefined : noSection(found, sides, section);
}

function sidesOf(text: StoredText, choice: LanguageChoice): Side[] {
  return (choice === 'both' ? languages : [choice]).map((language) => sideOf(text, language));
}

const named = ({ language, anchor, title, body }: Part) => ({
  lang: language,
  section: anchor,
  title,
  tokens: body.tokens,
});

function noSection(found: FoundText, sides: readonly Side[], asked: string): Outcome {
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
    notFound(`The article ${found.text.slug} has no section ${JSON.stringify(asked)}.`, {
      hint:
        near === undefined
          ? `It has: ${names.join(', ')}${more}.`
          : `Did you mean ${near}? A section is named by its anchor.`,
      ...(meant !== undefined && { nextStep: sectionStep(found, meant) }),
    }),
  );
}

const namesShown = 12;
