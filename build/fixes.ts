// Implements `check --fix` without access to the disk. It applies the fixes of the rules in rounds. The fixes of a file are
// refused if they would change its meaning or cause new messages. The results are bytes with the file's own line ends and byte
// order mark.
import { slug } from 'github-slugger';
import type { Nodes } from 'mdast';
import { BuildCache } from './cache.ts';
import { type Checked, check } from './compile.ts';
import type { Message, Replacement } from './messages.ts';
import { type Draft, readDraft } from './source/draft.ts';
import { type SourceEntry, withReplacements } from './source/entry.ts';
import { extentOf, nodesIn } from './source/markdown.ts';
import { headingText } from './source/outline.ts';

export interface FixedFile {
  path: string;
  before: Uint8Array;
  after: Uint8Array;
  /** The number of applied fixes for each rule. */
  counts: ReadonlyMap<string, number>;
}

export interface Fixing extends Checked {
  fixed: FixedFile[];
  /** Paths of the files left unchanged, because their fixes would have changed more than spelling or caused new messages. */
  refused: string[];
  /** All entries, after the fixes. */
  entries: readonly SourceEntry[];
  /** The number of changed articles whose verification records were for the text before the fixes. Those records are now stale. */
  staleArticles: number;
}

/**
 * The maximum number of rounds. One fix may enable another one. If fixes remain after these rounds, two rules undo each other's
 * fixes.
 */
const roundsMax = 5;

export interface FixOptions {
  /** The result of a check of the same entries. If absent, the check is made here. */
  checked?: Checked;
  cache?: BuildCache;
  /** The present time, as in `Sources`. */
  now?: number | undefined;
  /** Returns true for the paths of files that may be changed. */
  isAsked?: (path: string) => boolean;
}

export function fixAll(
  given: readonly SourceEntry[],
  { checked, cache = new BuildCache(), now, isAsked = () => true }: FixOptions = {},
): Fixing {
  const before = checked ?? check({ entries: given, now }, 'check', { cache });
  const counts = new Map<string, Map<string, number>>();
  const refused = new Set<string>();
  let entries = given;
  let open: readonly Message[] = before.messages.filter(({ path }) => isAsked(path));
  for (let round = 0; round < roundsMax; round += 1) {
    const fixed = fixedOnce(entries, open, { counts, refused });
    if (fixed.size === 0) break;
    entries = entries.map((entry) => fixed.get(entry.path) ?? entry);
    // Only the files changed in this round can have new fixes.
    open = check({ entries: [...fixed.values()] }, 'check').messages;
  }
  let after = counts.size === 0 ? before : check({ entries, now }, 'check', { cache });
  // More messages of the rule `stale-record` are no reason to refuse a fix, because any change of a text makes its records stale.
  const worse = increases(before.messages, after.messages).filter(({ rule }) => rule !== 'stale-record');
  for (const { path } of worse) refused.add(path);
  if (refused.size > 0) {
    entries = entries.map((entry, index) => (refused.has(entry.path) ? (given[index] ?? entry) : entry));
    after = check({ entries, now }, 'check', { cache });
  }
  const fixed = entries.flatMap((entry, index): FixedFile[] => {
    const { path, bytes } = given[index] ?? entry;
    return bytes === entry.bytes
      ? []
      : [{ path, before: bytes, after: entry.bytes, counts: counts.get(path) ?? new Map() }];
  });
  const stale = increases(before.messages, after.messages).filter(({ rule }) => rule === 'stale-record');
  return {
    ...after,
    fixed,
    refused: [...refused],
    entries,
    staleArticles: new Set(stale.map(({ path }) => path)).size,
  };
}

/** Applies one round of fixes. Returns the changed entries by path. */
function fixedOnce(
  entries: readonly SourceEntry[],
  messages: readonly Message[],
  { counts, refused }: { counts: Map<string, Map<string, number>>; refused: Set<string> },
): Map<string, SourceEntry> {
  const fixable = new Map<string, (Replacement & { rule: string })[]>();
  for (const { path, rule, fix } of messages) {
    if (fix === undefined || refused.has(path)) continue;
    const fixes = fixable.get(path) ?? [];
    fixes.push({ ...fix, rule });
    fixable.set(path, fixes);
  }
  const fixed = new Map<string, SourceEntry>();
  for (const entry of entries) {
    const fixes = fixable.get(entry.path);
    if (fixes === undefined) continue;
    const draft = readDraft(entry);
    const chosen = outsideCode(draft, inOrder(fixes));
    if (chosen.length === 0) continue;
    const after = { ...entry, bytes: withReplacements(entry.bytes, chosen) };
    if (skeletonOf(readDraft(after)) !== skeletonOf(draft)) {
      refused.add(entry.path);
      continue;
    }
    fixed.set(entry.path, after);
    const counted = counts.get(entry.path) ?? new Map<string, number>();
    for (const { rule } of chosen) counted.set(rule, (counted.get(rule) ?? 0) + 1);
    counts.set(entry.path, counted);
  }
  return fixed;
}

/** Sorts fixes by offset. Of several that overlap, only the first is kept. */
export function inOrder<Fix extends Replacement>(fixes: readonly Fix[]): Fix[] {
  const sorted = [...fixes].sort((left, right) => left.start - right.start || left.end - right.end);
  const kept: Fix[] = [];
  for (const fix of sorted) {
    const last = kept.at(-1);
    // Two insertions at the same offset overlap too, because their order is undefined.
    const overlaps = last !== undefined && (fix.start < last.end || fix.start === last.start);
    if (!overlaps) kept.push(fix);
  }
  return kept;
}

/** Removes the fixes inside code, raw HTML and addresses, which only an author may change. */
function outsideCode<Fix extends Replacement>({ tree }: Draft, fixes: readonly Fix[]): Fix[] {
  const code = nodesIn(tree.children).flatMap((node) => {
    const { start, end } = extentOf(node);
    const words = node.type === 'link' ? node.children.at(-1) : undefined;
    if (words !== undefined) return { start: extentOf(words).end, end };
    return ['code', 'inlineCode', 'html', 'image', 'definition', 'link'].includes(node.type) ? { start, end } : [];
  });
  const isInside = (fix: Fix, { start, end }: { start: number; end: number }): boolean =>
    start < fix.start && fix.end <= end && fix.start < end;
  return fixes.filter((fix) => !code.some((extent) => isInside(fix, extent)));
}

/**
 * The parts of a file that a fix must not change: letters and digits, the structure of the body, code, addresses, anchors, and
 * the fields. In titles and summaries, a fix may change white space and punctuation.
 */
function skeletonOf({ text, tree, frontMatter }: Draft): string {
  const { title, summary, ...fields } = frontMatter.values ?? {};
  // Case is ignored, because the rule `terms` may correct the case of a name.
  const lettersOf = (some: string): string => some.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
  const shapeOf = (node: Nodes): unknown[] => {
    const shape = Object.entries(node).filter(([name]) => name !== 'position' && name !== 'children');
    return node.type === 'heading' ? [...shape, slug(headingText(node))] : shape;
  };
  const nodes = nodesIn(tree.children).filter(({ type }) => type !== 'text');
  return JSON.stringify([lettersOf(text), fields, lettersOf(JSON.stringify([title, summary])), nodes.map(shapeOf)]);
}

/** The pairs of file and rule that have more messages than before. */
function increases(before: readonly Message[], after: readonly Message[]): Pick<Message, 'path' | 'rule'>[] {
  const room = new Map<string, number>();
  const nameOf = ({ path, rule }: Message): string => `${path}\n${rule}`;
  for (const message of before) room.set(nameOf(message), (room.get(nameOf(message)) ?? 0) + 1);
  return after.filter((message) => {
    const left = (room.get(nameOf(message)) ?? 0) - 1;
    room.set(nameOf(message), left);
    return left < 0;
  });
}
