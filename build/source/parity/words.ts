// What the rules of parity call the two languages when they speak to authors.
import { type Language, languages } from '../../edition/vocabulary.ts';

export const languageNames: Readonly<Record<Language, Readonly<Record<Language, string>>>> = {
  zh: { zh: '中文', en: 'Chinese' },
  en: { zh: '英文', en: 'English' },
};

export function otherLanguage(language: Language): Language {
  return language === languages[0] ? languages[1] : languages[0];
}
