// Which of the texts that a caller holds are outdated. The caller says what it holds; nothing about it is kept here.
import { z } from 'zod';
import { presentState, title } from '../../build/edition/article.ts';
import { fingerprint } from '../../build/edition/hash.ts';
import { articleIdPattern, slugLengthMax, slugPattern } from '../../build/edition/vocabulary.ts';
import type { EarlierArticle, RemovedArticle } from '../history/history.ts';
import type { Library } from '../library.ts';
import { invalid, type Problem, shown } from '../problems.ts';
import { changedParts, changesStep, getStep, presentStateOf, rowAt, titleAt, trustReason } from './article-changes.ts';
import { type Outcome, problem } from './operation.ts';
import { buildId, digestDigitsMin, digestSource, nextStep } from './parameters.ts';

export const textsMax = 100;

const bare = ({ source }: RegExp): string => source.replaceAll(/^\^|\$$/g, '');
const nameSource = `(?:${bare(articleIdPattern)}|(?=.{1,${slugLengthMax}}@)${bare(slugPattern)})`;
/** Group 1 is the name and group 2 are the digits: they are written in any case, and a section after them is passed over. */
const entrySource = `(${nameSource})@${digestSource}(?:#[^,]*)?`;

export const have = z
  .string()
  .meta({
    pattern: `^\\s*${entrySource}\\s*(?:,\\s*${entrySource}\\s*){0,${textsMax - 1}}$`,
    description: `slug@digest,…: up to ${textsMax} texts that you hold, each with a slug, a former slug or an id, and its digest, of which ${digestDigitsMin} hexadecimal digits are enough; a #section after it is passed over (write # as %23)`,
  })
  .optional();

const states = ['current', 'outdated', 'removed', 'unknown'] as const;

const heldText = z
  .strictObject({
    given: z.string().describe('The entry as it was given.'),
    slug: z
      .string()
      .describe('The present slug; of a removed article its last one, and of an unknown one the name as it was given.'),
    digest: z
      .string()
      .regex(/^sha256-[0-9a-f]{12,64}$/)
      .describe('sha256-<hex>, with the digits that were given.'),
    state: z
      .enum(states)
      .describe(
        'current: the text still holds. outdated: the article has another text now. removed: a kept edition had the article, and it is gone. unknown: no kept edition has it under this name.',
      ),
    title: title.optional(),
    current: presentState.nullable().describe('The article as it is now.'),
    parts: changedParts.optional().describe('Of an outdated text that a kept edition still has: what changed since.'),
    trustReason: trustReason.optional(),
    nextStep: nextStep.optional().describe('Of an outdated text: the request that gets the present one.'),
  })
  .meta({ id: 'HeldText' });
type HeldText = z.infer<typeof heldText>;

const countOf = (state: string) => z.int().min(0).describe(`Texts that are ${state}.`);

export const textsHeldOutput = z
  .strictObject({
    buildId: buildId.describe('Names the edition that is served now.'),
    counts: z
      .strictObject({
        current: countOf('current'),
        outdated: countOf('outdated'),
        removed: countOf('removed'),
        unknown: countOf('unknown'),
      })
      .describe('How many of the texts are in each state.'),
    items: z.array(heldText).describe('In the order given; a text that is given twice is answered once.'),
  })
  .meta({ id: 'TextsHeld' });

interface Entry {
  given: string;
  /** A slug or an id. */
  name: string;
  /** As many of its digits as were given, in lower case. */
  digits: string;
}

export function textsHeld(library: Library, given: string): Outcome {
  const reading = entriesIn(given);
  if (!Array.isArray(reading)) return problem({ ...reading, nextStep: changesStep(library.buildId) });
  const items = reading.map((entry) => heldTextOf(library, entry));
  const countOf = (state: HeldText['state']): number => items.filter((item) => item.state === state).length;
  const data: z.infer<typeof textsHeldOutput> = {
    buildId: library.buildId,
    counts: {
      current: countOf('current'),
      outdated: countOf('outdated'),
      removed: countOf('removed'),
      unknown: countOf('unknown'),
    },
    items,
  };
  const json = JSON.stringify(data);
  const nextStep = items.find((item) => item.nextStep !== undefined)?.nextStep ?? changesStep(library.buildId);
  return { kind: 'data', pieces: [json], tag: fingerprint(`${json}\n${nextStep}`), nextStep };
}

const entryPattern = new RegExp(`^${entrySource}$`);
const entryAllowed = `slug@digest: a slug or an id, @, and the digest or its first digits, at least ${digestDigitsMin}; several are separated by commas`;
/** Wrong entries that a problem names; a caller who makes a mistake mostly makes it in all of them. */
const faultsMax = 10;

function entriesIn(given: string): Entry[] | Problem {
  const texts = given.split(',').map((text) => text.trim());
  if (texts.length > textsMax) {
    const allowed = `at most ${textsMax} entries; ask several times`;
    return invalid([{ parameter: 'have', given: `${texts.length} entries`, allowed }]);
  }
  const entries = new Map<string, Entry>();
  const faults: string[] = [];
  for (const text of texts) {
    const entry = entryIn(text);
    if (entry === undefined) faults.push(text);
    else if (!entries.has(`${entry.name}@${entry.digits}`)) entries.set(`${entry.name}@${entry.digits}`, entry);
  }
  if (faults.length === 0) return [...entries.values()];
  const details = faults.slice(0, faultsMax);
  return {
    ...invalid(details.map((fault) => ({ parameter: 'have', given: shown(fault), allowed: entryAllowed }))),
    message: `have: ${faults.length} of ${texts.length} entries are not slug@digest`,
    hint: 'An article’s digest is the field digest of its JSON: GET /api/v1/articles/<slug>?format=json.',
  };
}

function entryIn(given: string): Entry | undefined {
  const [, name, digits] = entryPattern.exec(given) ?? [];
  return name === undefined || digits === undefined ? undefined : { given, name, digits: digits.toLowerCase() };
}

function heldTextOf(library: Library, { given, name, digits }: Entry): HeldText {
  const digest = `sha256-${digits}`;
  const told = (slug: string, state: HeldText['state']) => ({ given, slug, digest, state });
  const article = articleMeant(library, name, digest);
  if (article === undefined) return { ...told(name, 'unknown'), current: null };
  if (typeof article !== 'number') {
    return { ...told(article.before.slug, 'removed'), title: article.title, current: null };
  }
  const row = rowAt(library, article);
  const isCurrent = row.digest.startsWith(digest);
  const item: HeldText = {
    ...told(row.slug, isCurrent ? 'current' : 'outdated'),
    title: titleAt(library, article),
    current: presentStateOf(row),
  };
  if (isCurrent) return item;
  const was = lastWith(library, article, digest);
  const change = was && { parts: [...was.parts], trustReason: was.trustReason };
  return { ...item, ...change, nextStep: getStep(row.slug) };
}

/**
 * The article that the caller read, by its position or as it last was: a name may lead to another article now than then, so
 * the one that ever had the digest under this name is meant before the one that has the name.
 */
function articleMeant(library: Library, name: string, digest: string): number | RemovedArticle | undefined {
  const { positionOfSlug, positionOfOtherName, history } = library;
  const now = positionOfSlug.get(name) ?? positionOfOtherName.get(name);
  const known = [...(now === undefined ? [] : [now]), ...(history.formerNames.get(name) ?? [])];
  const hadDigest = (article: number | RemovedArticle): boolean =>
    typeof article === 'number'
      ? rowAt(library, article).digest.startsWith(digest) || lastWith(library, article, digest) !== undefined
      : article.before.digest.startsWith(digest);
  return known.find(hadDigest) ?? known[0];
}

/** An article as the newest kept edition had it in which its text has this digest. */
function lastWith({ history }: Library, position: number, digest: string): EarlierArticle | undefined {
  for (const { changed } of history.earlier) {
    const article = changed.get(position);
    if (article?.before.digest.startsWith(digest)) return article;
  }
  return undefined;
}
