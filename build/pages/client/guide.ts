// What the page of a guide does with a script: it copies code.
import { addCopyButtons } from './copy-code.ts';

const guide = document.querySelector<HTMLElement>('article');
if (guide !== null) addCopyButtons(guide);
