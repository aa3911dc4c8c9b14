// What `check --fix` does, without touching the disk: applies the fixes that rules give, in rounds, and keeps of them only what
// changes nothing that a file says. Files come back as bytes, with their own line ends and byte order mark.
import { type CompilationCache, emptyCache } from './compilation-cache.ts';
import { type Checked, check } from './compile.ts';
import type { Message, Replacement } from './messages.ts';
import { staleRecord } from './rules/records.ts';
import { rules } from './rules/table.ts';
import { toArticle } from './source/article.ts';
import { type Draft, readDraft } from './source/draft.ts';
import type { SourceEntry } from './source/entry.ts';
import { nodesIn } from './source/nodes.ts';
import { extentOf } from './source/outline.ts';
import { skeletonOf } from './source/skeleton.ts';
import { presentDigest } from './trust/digest.ts';

export interface FixedFile {
  path: string;
  before: Uint8Array;
  after: Uint8Array;
  /** How many fixes of each rule. */
  counts: ReadonlyMap<string, number>;
}

export interface Fixing extends Checked {
  fixed: FixedFile[];
  /** Files left as they were, because their fixes would have caused messages that were not there. */
  refused: string[];
  /** All entries as they are after the fixes. */
  entries: readonly SourceEntry[];
  /** How many articles had a record of exactly the text that was changed. */
  staleArticles: number;
}

const draftRules = new Set(rules.filter(({ stage }) => stage === 'draft').map(({ name }) => name));

/** One fix may make room for another; more rounds than this would be rules that disagree. */
const roundsMax = 5;

export interface FixOptions {
  /** What a check of the same entries found; it is made anew when it is not given. */
  checked?: Checked;
  cache?: CompilationCache;
  /** The present time; see `Sources`. */
  now?: number | undefined;
  /** Which files may be changed. */
  isAsked?: (path: string) => boolean;
}

export function fixAll(
  given: readonly SourceEntry[],
  { checked, cache = emptyCache(), now, isAsked = () => true }: FixOptions = {},
): Fixing {
  const before = checked ?? check({ entries: given, now }, 'check', { cache });
  const counts = new Map<string, Map<string, number>>();
  let entries = given;
  let open: readonly Message[] = before.messages.filter(({ path }) => isAsked(path));
  for (let round = 0; round < roundsMax; round += 1) {
    const fixed = fixedOnce(open, entries, counts);
    if (fixed.size === 0) break;
    entries = entries.map((entry) => fixed.get(entry.path) ?? entry);
    // Only what has changed can have something new to fix; without the other files, rules about the site would guess.
    const { messages } = check({ entries: [...fixed.values()] }, 'check');
    open = messages.filter(({ rule }) => draftRules.has(rule));
  }
  let current = counts.size === 0 ? before : check({ entries, now }, 'check', { cache });
  const refused: string[] = [];
  // A file that is worse off goes back; should that not be enough, everything does.
  for (const paths of [worsePaths(before.messages, current.messages), [...counts.keys()]]) {
    if (worsePaths(before.messages, current.messages).length === 0) break;
    refused.push(...paths.filter((path) => counts.delete(path)));
    entries = entries.map((entry, index) => (counts.has(entry.path) ? entry : (given[index] ?? entry)));
    current = check({ entries, now }, 'check', { cache });
  }
  const fixed = entries.flatMap((entry, index): FixedFile[] => {
    const original = given[index];
    if (original === undefined || original === entry) return [];
    return [
      { path: entry.path, before: original.bytes, after: entry.bytes, counts: counts.get(entry.path) ?? new Map() },
    ];
  });
  return { ...current, fixed, refused, entries, staleArticles: fixed.filter(hasStaleRecord).length };
}

/** One round: the entries that change, by path. */
function fixedOnce(
  messages: readonly Message[],
  entries: readonly SourceEntry[],
  counts: Map<string, Map<string, number>>,
): Map<string, SourceEntry> {
  const fixable = new Map<string, (Replacement & { rule: string })[]>();
  for (const { path, rule, fix } of messages) {
    if (fix === undefined) continue;
    const fixes = fixable.get(path) ?? [];
    fixes.push({ ...fix, rule });
    fixable.set(path, fixes);
  }
  const fixed = new Map<string, SourceEntry>();
  for (const entry of entries) {
    const fixes = fixable.get(entry.path);
    if (fixes === undefined) continue;
    const draft = readDraft(entry);
    const chosen = harmless(draft, entry, outsideCode(draft, inOrder(fixes)));
    if (chosen.length === 0) continue;
    fixed.set(draft.path, { ...entry, bytes: fixedBytes(entry.bytes, chosen) });
    const counted = counts.get(draft.path) ?? new Map<string, number>();
    for (const { rule } of chosen) counted.set(rule, (counted.get(rule) ?? 0) + 1);
    counts.set(draft.path, counted);
  }
  return fixed;
}

/** From front to back, each beginning where the one before has ended; of those that overlap the first stays. */
export function inOrder<Fix extends Replacement>(fixes: readonly Fix[]): Fix[] {
  const sorted = [...fixes].sort((left, right) => left.start - right.start || left.end - right.end);
  const kept: Fix[] = [];
  for (const fix of sorted) {
    const last = kept.at(-1);
    // Two insertions at one offset overlap too: their order is undefined.
    const overlaps = last !== undefined && (fix.start < last.end || fix.start === last.start);
    if (!overlaps) kept.push(fix);
  }
  return kept;
}

/** What stands in code and raw HTML is the author's to correct. */
function outsideCode<Fix extends Replacement>({ tree }: Draft, fixes: readonly Fix[]): Fix[] {
  const code = nodesIn(tree.children)
    .filter(({ type }) => type === 'code' || type === 'inlineCode' || type === 'html')
    .map(extentOf);
  let at = 0;
  return fixes.filter(({ start, end }) => {
    while ((code[at]?.end ?? Number.POSITIVE_INFINITY) < end) at += 1;
    const next = code[at];
    return next === undefined || start <= next.start || end > next.end;
  });
}

/** As many of some fixes as leave the file saying what it says. Halving finds the few that do not. */
function harmless<Fix extends Replacement>(draft: Draft, entry: SourceEntry, fixes: readonly Fix[]): Fix[] {
  const skeleton = skeletonOf(draft);
  const keepsAll = (some: readonly Fix[]): boolean =>
    skeletonOf(readDraft({ ...entry, bytes: fixedBytes(entry.bytes, some) })) === skeleton;
  const choose = (some: readonly Fix[]): Fix[] => {
    if (some.length === 0 || keepsAll(some)) return [...some];
    if (some.length === 1) return [];
    const middle = Math.ceil(some.length / 2);
    const first = choose(some.slice(0, middle));
    const both = [...first, ...choose(some.slice(middle))];
    return keepsAll(both) ? both : first;
  };
  return choose(fixes);
}

/** The bytes of a file with fixes applied whose offsets are those of its text: LF line ends, no byte order mark. */
export function fixedBytes(bytes: Uint8Array, fixes: readonly Replacement[]): Uint8Array {
  const original = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const lineEnd = /\r\n?|\n/.exec(original)?.[0] ?? '\n';
  // Every CRLF before an offset, and the mark, put it one further back in the original.
  const markLength = original.startsWith('\ufeff') ? 1 : 0;
  const pairs = [...original.matchAll(/\r\n/g)].map(({ index }, before) => index - markLength - before);
  let passed = 0;
  const originalOffset = (offset: number): number => {
    while ((pairs[passed] ?? Number.POSITIVE_INFINITY) < offset) passed += 1;
    return offset + markLength + passed;
  };
  let fixed = '';
  let at = 0;
  for (const { start, end, replacement } of fixes) {
    fixed += original.slice(at, originalOffset(start)) + replacement.replaceAll('\n', lineEnd);
    at = originalOffset(end);
  }
  return new TextEncoder().encode(fixed + original.slice(at));
}

/** The files in which a rule reports more than before. Stale records do not count: every fix of a text makes them stale. */
function worsePaths(before: readonly Message[], after: readonly Message[]): string[] {
  const room = new Map<string, number>();
  const nameOf = ({ path, rule }: Message): string => `${path}\n${rule}`;
  for (const message of before) room.set(nameOf(message), (room.get(nameOf(message)) ?? 0) + 1);
  const worse = new Set<string>();
  for (const message of after) {
    if (message.rule === staleRecord.name) continue;
    const left = (room.get(nameOf(message)) ?? 0) - 1;
    room.set(nameOf(message), left);
    if (left < 0) worse.add(message.path);
  }
  return [...worse];
}

/** True when a record was about exactly the text that was changed. */
function hasStaleRecord({ path, before, after }: FixedFile): boolean {
  const was = readDraft({ path, kind: 'file', bytes: before });
  const digest = presentDigest(was);
  if (digest === undefined || digest === presentDigest(readDraft({ path, kind: 'file', bytes: after }))) return false;
  const records = toArticle(was)?.fields.verification ?? [];
  return records.some((record) => record.digest === digest);
}
