import { describe, expect, it } from 'vitest';
import { matchedLanguage } from '../../../server/search/matched-language.ts';

describe('the language of the evidence', () => {
  it.each([
    [{ zh: 2, en: 0.6 }, 'zh'],
    [{ zh: 0.6, en: 2 }, 'en'],
    [{ zh: 1, en: 2 }, 'both'],
    [{ zh: 2, en: 1 }, 'both'],
    [{ zh: 3, en: 3 }, 'both'],
    [{ zh: 3, en: 0 }, 'zh'],
    [{ zh: 0, en: 0 }, 'both'],
  ] as const)('%j is %s', (evidence, language) => {
    expect(matchedLanguage(evidence)).toBe(language);
  });
});
