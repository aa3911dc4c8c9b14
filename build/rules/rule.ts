// The interface of a rule. A rule examines the sources at one stage of the compilation and returns findings. It changes nothing,
// prints nothing and does not throw. The rules of one subject share a file, which exports them as an array.
import type { Bilingual } from '../edition/vocabulary.ts';
import type { Finding, Severity } from '../messages.ts';
import type { Draft } from '../source/draft.ts';
import type { SourceEntry } from '../source/entry.ts';
import type { Site } from '../source/site.ts';

interface RuleCommon {
  /** The name that messages show. The folder in `test/fixtures/broken/` with sources that break the rule has the same name. */
  name: string;
  severity: Severity;
  /** One sentence that states what the rule ensures. */
  about: string | Bilingual;
  /** True for a rule that only `check` runs, such as a rule about style. A build does not run it. */
  onlyInCheck?: true;
}

/** Examines an entry of the content folder before it is parsed. */
export interface EntryRule extends RuleCommon {
  stage: 'entry';
  /** True when an entry that breaks the rule cannot be parsed. The rules of the other stages then do not examine it. */
  unreadable?: true;
  check(entry: SourceEntry): Finding[];
}

/** Examines one Markdown file. */
export interface DraftRule extends RuleCommon {
  stage: 'draft';
  check(draft: Draft): Finding[];
}

/** Examines all files together. */
export interface SiteRule extends RuleCommon {
  stage: 'site';
  check(site: Site): (Finding & { path: string })[];
}

export type Rule = EntryRule | DraftRule | SiteRule;
