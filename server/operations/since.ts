// The parameter `since`, and the kept edition that it means: an edition by its name, or the one that was current at a time.
import { z } from 'zod';
import type { EarlierEdition } from '../history/history.ts';
import { type KeptEdition, newestFirst, shortName } from '../history/history.ts';
import type { Library } from '../library.ts';
import { invalid, notFound, type Problem, shown } from '../problems.ts';
import { changesStep } from './article-changes.ts';

export type Since = { kind: 'edition'; prefix: string } | { kind: 'time'; time: Date };

/** A buildId or its beginning, as long as other places show it. */
const prefixPattern = /^[0-9a-f]{12,64}$/;
const isoTime = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

export const since = z
  .string()
  .transform((text, { issues }): Since => {
    const read = sinceIn(text);
    if (read !== undefined) return read;
    issues.push({ code: 'custom', input: text });
    return z.NEVER;
  })
  .meta({
    type: 'string',
    anyOf: [/^[0-9a-fA-F]{12,64}$/, z.regexes.date, z.regexes.datetime({ offset: true })].map(({ source }) => ({
      pattern: source,
    })),
    description:
      'a buildId, or at least its first 12 hexadecimal digits; or a date such as 2026-11-20, or a date and time with Z or an offset such as 2026-11-20T08:30:00Z (ISO 8601; write + as %2B)',
  })
  .optional();

function sinceIn(text: string): Since | undefined {
  const prefix = text.toLowerCase();
  if (prefixPattern.test(prefix)) return { kind: 'edition', prefix };
  const time = new Date(isoTime.safeParse(text).success ? text : Number.NaN);
  return Number.isNaN(time.getTime()) ? undefined : { kind: 'time', time };
}

/** As it can be given again. */
export const sinceText = (given: Since): string => (given.kind === 'edition' ? given.prefix : given.time.toISOString());

export interface Start {
  kind: 'start';
  /** What to compare the served edition with. */
  from: EarlierEdition | 'served';
  /** Why there may be more changes than this comparison shows; undefined when there are not. */
  hint?: string;
}

export function startOf(library: Library, given: Since): Start | { kind: 'problem'; problem: Problem } {
  return given.kind === 'time' ? startAt(library, given.time) : startNamed(library, given.prefix);
}

function startNamed(library: Library, prefix: string): Start | { kind: 'problem'; problem: Problem } {
  const { earlier, incomparable } = library.history;
  const has = ({ buildId }: { buildId: string }): boolean => buildId.startsWith(prefix);
  const damaged = incomparable.filter(has);
  const meant = [...(has(library) ? (['served'] as const) : []), ...earlier.filter(has)];
  const [from] = meant;
  if (meant.length + damaged.length > 1) {
    return {
      kind: 'problem',
      problem: invalid(
        [{ parameter: 'since', given: shown(prefix), allowed: 'more digits: several editions begin so' }],
        {
          nextStep: changesStep(library.buildId),
        },
      ),
    };
  }
  return from === undefined
    ? { kind: 'problem', problem: notKept(library, prefix, damaged.length > 0) }
    : { kind: 'start', from };
}

function notKept(library: Library, prefix: string, isDamaged: boolean): Problem {
  const oldest = comparableOf(library).at(-1)?.buildId ?? library.buildId;
  const fault = isDamaged ? 'is kept, but cannot be read' : 'is not kept';
  return notFound(`The edition ${shortName(prefix)} ${fault}, so it cannot be compared.`, {
    hint: `The oldest edition to compare with is ${oldest}. Whatever is kept, have=slug@digest,… tells which of the texts you hold are outdated.`,
    nextStep: changesStep(oldest),
  });
}

type Candidate = KeptEdition & { from: EarlierEdition | 'served' | undefined };

/** The edition that was current at a time is the one that was published last before it. */
function startAt(library: Library, time: Date): Start {
  const { served, incomparable } = library.history;
  if (served === undefined) return { kind: 'start', from: 'served', hint: unknownHint };
  // After a rollback the later editions were current until then.
  if (time >= served.since) return { kind: 'start', from: 'served' };
  const candidates = [
    ...comparableOf(library),
    ...incomparable.map((edition): Candidate => ({ ...edition, from: undefined })),
  ].sort(newestFirst);
  const at = candidates.findIndex(({ publishedAt }) => publishedAt <= time);
  const current = at === -1 ? undefined : candidates[at];
  if (current?.from !== undefined) return { kind: 'start', from: current.from };
  const comparable = candidates.filter(({ from }) => from !== undefined);
  const nearest = comparable.find(({ publishedAt }) => publishedAt <= time) ?? comparable.at(-1);
  const why =
    current === undefined
      ? 'Editions from before that time are no longer kept'
      : 'The edition that was current at that time cannot be read';
  return {
    kind: 'start',
    from: nearest?.from ?? 'served',
    hint: `${why}, so the served one is compared with that of ${nearest?.publishedAt.toISOString()}. ${haveHint}`,
  };
}

/** Every edition that can be compared, the served one included, newest first. */
function comparableOf({ buildId, history }: Library): Candidate[] {
  const own = history.served === undefined ? [] : [{ buildId, publishedAt: history.served.publishedAt }];
  return [
    ...own.map((edition): Candidate => ({ ...edition, from: 'served' })),
    ...history.earlier.map((edition): Candidate => ({ ...edition, from: edition })),
  ].sort(newestFirst);
}

const haveHint = 'have=slug@digest,… tells of any text whether it is outdated, whatever is kept.';
const unknownHint = `Earlier editions are not known here. ${haveHint}`;
