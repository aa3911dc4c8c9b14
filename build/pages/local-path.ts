// Where a page is in one language.
import type { Language } from '../edition/vocabulary.ts';

/** A path of this language; the home page is `/zh/`. */
export const localPath = (language: Language, path: string): string => `/${language}${path === '' ? '/' : path}`;
