// What the pages of the documentation have in common.
import type { Language } from '../edition/vocabulary.ts';
import type { GuideFields } from '../source/front-matter-schema.ts';
import { localPath } from './local-path.ts';
import { audienceWords, words } from './words.ts';

/** Where a guide, compiled by itself, is told which guides stand beside it. */
export const besideSlot = '\0beside\0';

export function DocsCrumbs({ language, audience }: { language: Language; audience?: GuideFields['audience'] }) {
  return (
    <p class="breadcrumbs" data-markdown-ignore>
      <a href={localPath(language, '')}>{words.home[language]}</a> ›{' '}
      <a href={localPath(language, '/docs')}>{words.docs[language]}</a>
      {audience !== undefined && ` › ${audienceWords[audience][language]}`}
    </p>
  );
}
