// The quiet line that says why there is no answer yet, and when it goes on. Listeners hear it once, without the countdown.
import { searchingWords, secondsText } from '../../edition/result-words.ts';
import type { Trouble } from './search-asker.ts';
import { pageLanguage } from './search-elements.ts';

export interface Note {
  element: HTMLElement;
  tell(trouble: Trouble | undefined): void;
}

export function noteFor(retry: () => void): Note {
  const element = document.createElement('p');
  const sentence = document.createElement('span');
  const countdown = document.createElement('span');
  const button = document.createElement('button');
  element.className = 'note';
  sentence.setAttribute('role', 'status');
  countdown.setAttribute('aria-hidden', 'true');
  countdown.className = 'countdown';
  button.type = 'button';
  button.textContent = searchingWords.again[pageLanguage];
  button.addEventListener('click', retry);
  element.append(sentence, ' ', countdown, button);
  const say = (text: string): void => {
    if (sentence.textContent !== text) sentence.textContent = text;
  };
  function tell(trouble: Trouble | undefined): void {
    const isLimited = trouble?.kind === 'limited';
    say(trouble === undefined ? '' : searchingWords[trouble.kind][pageLanguage]);
    countdown.textContent = isLimited ? secondsText(trouble.seconds, pageLanguage) : '';
    button.hidden = trouble?.kind !== 'failed';
  }
  tell(undefined);
  return { element, tell };
}
