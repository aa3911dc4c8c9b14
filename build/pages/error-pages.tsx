// The pages for what went wrong: a path that leads nowhere, and a fault of the server. Both lead on.
import type { Language } from '../edition/vocabulary.ts';
import { type PageFrame, renderPage, Slot } from './layout.tsx';
import { localPath } from './local-path.ts';
import { words } from './words.ts';

export function renderErrorPages(
  language: Language,
  assets: PageFrame['assets'],
): Record<'not-found' | 'error', string> {
  const frame = { language, assets, description: words.tagline[language], path: '', unlisted: true };
  return {
    'not-found': renderPage({
      ...frame,
      title: words.notFound[language],
      children: (
        <>
          <h1>{words.notFound[language]}</h1>
          <p class="summary">{words.notFoundHelp[language]}</p>
          <Slot name="results" />
          <HomeLink language={language} />
        </>
      ),
    }),
    error: renderPage({
      ...frame,
      title: words.fault[language],
      children: (
        <>
          <h1>{words.fault[language]}</h1>
          <p class="summary">{words.faultHelp[language]}</p>
          <Slot name="results" />
          <HomeLink language={language} />
        </>
      ),
    }),
  };
}

function HomeLink({ language }: { language: Language }) {
  return (
    <p>
      <a href={localPath(language, '')}>{words.toHome[language]}</a>
    </p>
  );
}
