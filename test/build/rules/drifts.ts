// What a rule of parity finds in an article of the template, in English.
import { inLocale } from '../../../build/messages.ts';
import type { DraftRule } from '../../../build/rules/rule.ts';
import { articleText } from '../../site.ts';
import { draftOf } from '../sources.ts';

export function driftsIn(rule: DraftRule, zh: string, en: string): string[] {
  return rule.check(draftOf(articleText({ zh, en }))).map(({ found }) => inLocale(found, 'en'));
}
