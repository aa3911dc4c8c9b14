// Every defence. The section of the operator's guide is written from this list, and `stele sabotage` takes each of them away.
import type { Defence } from './defence.ts';
import { answerDefences } from './defences/answers.ts';
import { callerDefences } from './defences/callers.ts';
import { contentDefences } from './defences/content.ts';
import { editionDefences } from './defences/editions.ts';
import { keyDefences } from './defences/keys.ts';
import { loadDefences } from './defences/load.ts';
import { pageDefences } from './defences/pages.ts';
import { requestDefences } from './defences/requests.ts';
import { stateDefences } from './defences/state.ts';

export const defences: readonly Defence[] = [
  ...callerDefences,
  ...keyDefences,
  ...loadDefences,
  ...requestDefences,
  ...answerDefences,
  ...pageDefences,
  ...editionDefences,
  ...stateDefences,
  ...contentDefences,
];
