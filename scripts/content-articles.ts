// Parses the articles of a content folder, for commands that need the articles themselves and not only the messages about them. The
// content must have no errors.

import { readDraft } from '../build/source/draft.ts';
import { isMarkdown, type SourceEntry } from '../build/source/entry.ts';
import { type SourceArticle, toArticle } from '../build/source/source-article.ts';

export const articlesIn = (entries: readonly SourceEntry[]): SourceArticle[] =>
  entries.filter(({ path }) => isMarkdown(path)).flatMap((entry) => toArticle(readDraft(entry)) ?? []);
