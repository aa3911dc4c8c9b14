// The compiler: sources in, messages and an edition out. Pure: no disk, no clock, no randomness.
// The stages follow one another; each sees only what the one before let through, and all messages come out together.
import { assemble, type Edition } from './assemble.ts';
import { byCodeUnit } from './edition/hash.ts';
import { type Finding, hasErrors, inReadingOrder, type Message } from './messages.ts';
import type { Rule } from './rules/rule.ts';
import { rules } from './rules/table.ts';
import { toArticle, toGuide } from './source/article.ts';
import { type Draft, readDraft } from './source/draft.ts';
import { isMarkdown, type SourceEntry, type Sources } from './source/entry.ts';
import { type Site, siteOf } from './source/site.ts';

export interface Compilation {
  /** In reading order. */
  messages: Message[];
  /** Undefined when there is an error among the messages. */
  edition: Edition | undefined;
}

export interface Checked {
  messages: Message[];
  drafts: Draft[];
}

/** Checks the sources and, when no rule found an error, makes the edition. */
export function compile(sources: Sources): Compilation {
  const { messages, drafts } = check(sources);
  if (hasErrors(messages)) return { messages, edition: undefined };
  const articles = drafts.flatMap((draft) => toArticle(draft) ?? []);
  const guides = drafts.flatMap((draft) => toGuide(draft) ?? []);
  return { messages, edition: assemble({ articles, guides, assets: sources.assets }) };
}

/** Which rules are run: those that a build relies on, or all of them. */
export type Scope = 'build' | 'check';

/** Runs the rules of a scope over the sources. */
export function check({ entries: given }: Pick<Sources, 'entries'>, scope: Scope = 'build'): Checked {
  // Which of two files is told that a name is taken must not depend on the order in which a disk lists them.
  const entries = [...given].sort((left, right) => byCodeUnit(left.path, right.path));
  const entryMessages = entries.flatMap((entry) => entryFindings(entry, scope));
  const files = entries.filter(({ path }) => isMarkdown(path));
  const drafts = files.filter(isReadable).map((entry) => readDraft(entry));
  const read = new Set(drafts.map(({ path }) => path));
  const unread = new Set(files.map(({ path }) => path).filter((path) => !read.has(path)));
  const draftMessages = drafts.flatMap((draft) => draftFindings(draft, scope));
  const site = siteOf(
    drafts,
    unread,
    entries.map(({ path }) => path),
  );
  const messages = [...entryMessages, ...draftMessages, ...siteFindings(site, scope)];
  return { messages: inReadingOrder(messages), drafts };
}

/** Whether a file can be read; what else is wrong with it is for the messages to say. */
function isReadable(entry: SourceEntry): boolean {
  return rulesOf('build').every(
    (rule) => rule.stage !== 'entry' || rule.unreadable !== true || rule.check(entry).length === 0,
  );
}

const rulesOf = (scope: Scope): readonly Rule[] =>
  scope === 'check' ? rules : rules.filter(({ onlyInCheck }) => onlyInCheck !== true);

function entryFindings(entry: SourceEntry, scope: Scope): Message[] {
  return rulesOf(scope).flatMap((rule) =>
    rule.stage === 'entry' ? rule.check(entry).map((finding) => toMessage(rule, entry.path, finding)) : [],
  );
}

function draftFindings(draft: Draft, scope: Scope): Message[] {
  return rulesOf(scope).flatMap((rule) =>
    rule.stage === 'draft' ? rule.check(draft).map((finding) => toMessage(rule, draft.path, finding)) : [],
  );
}

function siteFindings(site: Site, scope: Scope): Message[] {
  return rulesOf(scope).flatMap((rule) =>
    rule.stage === 'site' ? rule.check(site).map(({ path, ...finding }) => toMessage(rule, path, finding)) : [],
  );
}

function toMessage({ name, severity }: Rule, path: string, finding: Finding): Message {
  return { path, severity, rule: name, ...finding };
}
