// The interface of a rule. It examines one stage of compilation and returns findings; it never changes, prints or throws. The rules
// of one subject share a file, which exports them as an array.
import type { Bilingual } from '../edition/vocabulary.ts';
import type { Finding, Severity } from '../messages.ts';
import type { Draft } from '../source/draft.ts';
import type { SourceEntry } from '../source/entry.ts';
import type { Site } from '../source/site.ts';

interface RuleCommon {
  /** The name that authors see, also the name of its broken site in the tests. */
  name: string;
  severity: Severity;
  /** The protected property, in a sentence. */
  about: string | Bilingual;
  /** True for rules of `check` only (style, agreement of the languages); a build ignores them. */
  onlyInCheck?: true;
}

/** Judges an entry of the content folder before it is read. */
export interface EntryRule extends RuleCommon {
  stage: 'entry';
  /** True when an entry that breaks the rule cannot be read at all; otherwise the other rules judge it too. */
  unreadable?: true;
  check(entry: SourceEntry): Finding[];
}

/** Judges one Markdown file. */
export interface DraftRule extends RuleCommon {
  stage: 'draft';
  check(draft: Draft): Finding[];
}

/** Judges all files together. */
export interface SiteRule extends RuleCommon {
  stage: 'site';
  check(site: Site): (Finding & { path: string })[];
}

export type Rule = EntryRule | DraftRule | SiteRule;
