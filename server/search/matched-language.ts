// In which language of an article a query was found. Pure.
import type { LanguageChoice } from '../../build/edition/vocabulary.ts';

/** Of each language, the weight of the query's terms that its text holds. */
export interface Evidence {
  zh: number;
  en: number;
}

/** The weaker language counts too when it has this share of the stronger one's evidence. */
const bothShare = 0.5;

export function matchedLanguage({ zh, en }: Evidence): LanguageChoice {
  if (Math.min(zh, en) >= bothShare * Math.max(zh, en)) return 'both';
  return zh > en ? 'zh' : 'en';
}
