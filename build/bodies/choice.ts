// A value in both languages, cut to the languages a representation carries.
import { type Language, type LanguageChoice, languages } from '../edition/vocabulary.ts';
import type { InBoth } from '../source/article.ts';

/** The languages of a choice, in their fixed order. */
export const chosenLanguages = (choice: LanguageChoice): readonly Language[] =>
  choice === 'both' ? languages : [choice];

/** An object with the chosen languages as its only keys. */
export function chosen(text: InBoth<string>, choice: LanguageChoice): Partial<InBoth<string>> {
  if (choice === 'both') return { zh: text.zh, en: text.en };
  return { [choice]: text[choice] };
}

/** What an author remarks: once for both languages, or in each. */
export type Remark = string | InBoth<string>;

export const inBothLanguages = (text: Remark): InBoth<string> =>
  typeof text === 'string' ? { zh: text, en: text } : text;

/** The text on one line: once, or in each of the chosen languages. */
export const onOneLine = (text: Remark, choice: LanguageChoice): string =>
  typeof text === 'string'
    ? text
    : chosenLanguages(choice)
        .map((language) => text[language])
        .join(' / ');
