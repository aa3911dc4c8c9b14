// Runs the rules of the table `rules`, each at its stage, and turns their findings into messages.
import type { Finding, Message } from './messages.ts';
import type { DraftRule, EntryRule, Rule, SiteRule } from './rules/rule.ts';
import { rules } from './rules/table.ts';
import type { Draft } from './source/draft.ts';
import type { SourceEntry } from './source/entry.ts';
import type { Site } from './source/site.ts';

/** The set of rules to run: those of every build, or those that only the command `check` runs. */
export type Scope = 'build' | 'check';

const scopeOf = ({ onlyInCheck }: Rule): Scope => (onlyInCheck === true ? 'check' : 'build');
const entryRules = rules.filter((rule): rule is EntryRule => rule.stage === 'entry');
const draftRules = rules.filter((rule): rule is DraftRule => rule.stage === 'draft');
const siteRules = rules.filter((rule): rule is SiteRule => rule.stage === 'site');

const unreadable = new Set(entryRules.filter((rule) => rule.unreadable === true).map(({ name }) => name));

/** True unless a message says that the file is unreadable. A file with other errors is still parsed. */
export function isReadable(messages: readonly Message[]): boolean {
  return messages.every(({ rule }) => !unreadable.has(rule));
}

export function judgeEntry(entry: SourceEntry, scope: Scope): Message[] {
  return entryRules
    .filter((rule) => scopeOf(rule) === scope)
    .flatMap((rule) => rule.check(entry).map((finding) => toMessage(rule, entry.path, finding)));
}

export function judgeDraft(draft: Draft, scope: Scope): Message[] {
  return draftRules
    .filter((rule) => scopeOf(rule) === scope)
    .flatMap((rule) => rule.check(draft).map((finding) => toMessage(rule, draft.path, finding)));
}

export function judgeSite(site: Site, scope: Scope): Message[] {
  return siteRules
    .filter((rule) => scopeOf(rule) === scope)
    .flatMap((rule) => rule.check(site).map(({ path, ...finding }) => toMessage(rule, path, finding)));
}

function toMessage({ name, severity }: Rule, path: string, finding: Finding): Message {
  return { path, severity, rule: name, ...finding };
}
