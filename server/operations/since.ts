// The parameter `since`, and the edition that it refers to: the one with a given id, or the one that was current at a given time.
import { z } from 'zod';
import { type EarlierEdition, type KeptEdition, newestFirst, shortName } from '../history/history.ts';
import type { Library } from '../library.ts';
import { invalid, notFound, type Problem, shown } from '../problems.ts';
import { changesStep } from './article-changes.ts';

export type Since = { kind: 'edition'; prefix: string } | { kind: 'time'; time: Date };

/** A buildId, or at least its first 12 digits. Messages and pages also show the first 12 digits. */
const prefixPattern = /^[0-9a-f]{12,64}$/;
const isoTime = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

export const since = z
  .string()
  .transform((text, { issues }): Since => {
    const prefix = text.toLowerCase();
    if (prefixPattern.test(prefix)) return { kind: 'edition', prefix };
    const time = new Date(isoTime.safeParse(text).success ? text : Number.NaN);
    if (!Number.isNaN(time.getTime())) return { kind: 'time', time };
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

/** The text of a `since` in a form that can be sent again. */
export const sinceText = (given: Since): string => (given.kind === 'edition' ? given.prefix : given.time.toISOString());

export interface Start {
  kind: 'start';
  /** The edition to compare the served one with. */
  from: EarlierEdition | 'served';
  /** The reason why there may be more changes than this comparison shows; undefined when it shows all. */
  hint?: string;
}

type Refused = { kind: 'problem'; problem: Problem };

export function startOf(library: Library, given: Since): Start | Refused {
  return given.kind === 'time' ? startAt(library, given.time) : startNamed(library, given.prefix);
}

function startNamed(library: Library, prefix: string): Start | Refused {
  const { earlier, incomparable } = library.history;
  const has = ({ buildId }: { buildId: string }): boolean => buildId.startsWith(prefix);
  const meant = [...(has(library) ? (['served'] as const) : []), ...earlier.filter(has)];
  const damaged = incomparable.filter(has);
  if (meant.length + damaged.length > 1) {
    const detail = {
      parameter: 'since',
      given: shown(prefix),
      allowed: 'more digits, because several editions begin with these',
    };
    return { kind: 'problem', problem: invalid([detail], { nextStep: changesStep(library.buildId) }) };
  }
  if (meant[0] !== undefined) return { kind: 'start', from: meant[0] };
  const oldest = earlier.at(-1)?.buildId ?? library.buildId;
  const fault = damaged.length > 0 ? 'is kept, but cannot be read' : 'is not kept';
  const problem = notFound(`The edition ${shortName(prefix)} ${fault}, so it cannot be compared.`, {
    hint: `The oldest edition to compare with is ${oldest}. ${haveHint}`,
    nextStep: changesStep(oldest),
  });
  return { kind: 'problem', problem };
}

/** The edition that was current at a time, which is the last one that was published before that time. */
function startAt({ buildId, history: { served, earlier, incomparable } }: Library, time: Date): Start {
  if (served === undefined)
    return { kind: 'start', from: 'served', hint: `Earlier editions are not known here. ${haveHint}` };
  // `served.since` is later than the publication of the served edition if a rollback made that edition current again.
  if (time >= served.since) return { kind: 'start', from: 'served' };
  const editions: (KeptEdition & { from?: Start['from'] })[] = [
    { buildId, publishedAt: served.publishedAt, from: 'served' },
    ...earlier.map((from) => ({ ...from, from })),
    ...incomparable,
  ];
  const [current] = editions.sort(newestFirst).filter(({ publishedAt }) => publishedAt <= time);
  if (current?.from !== undefined) return { kind: 'start', from: current.from };
  const comparable = editions.filter(({ from }) => from !== undefined);
  const nearest = comparable.find(({ publishedAt }) => publishedAt <= time) ?? comparable.at(-1);
  const why =
    current === undefined
      ? 'Editions from before that time are no longer kept'
      : 'The edition that was current at that time cannot be read';
  return {
    kind: 'start',
    from: nearest?.from ?? 'served',
    hint: `${why}, so the served edition is compared with that of ${nearest?.publishedAt.toISOString()}. ${haveHint}`,
  };
}

const haveHint =
  'Ask with have=slug@digest,… which of the texts you hold are outdated. This works for all texts, whatever editions are kept.';
