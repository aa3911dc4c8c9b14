import { show } from '../messages.ts';
import type { SiteRule } from './rule.ts';

/** So far may the clocks of two machines be apart, time zones that somebody took for UTC included. */
const aheadMsMax = 24 * 60 * 60 * 1000;

// About the site and not about a draft, because what is found in a file alone is kept until the file changes; a record
// comes true by waiting.
export const futureRecord: SiteRule = {
  stage: 'site',
  name: 'future-record',
  severity: 'error',
  about: {
    zh: '记录的时间不在将来：否则它会一直是最新的一条，之后的记录都不算数。',
    en: 'No record is from the future: it would stay the newest one, whatever its verifier found later.',
  },
  check: ({ articles, now }) =>
    articles.flatMap(({ path, records }) =>
      records.flatMap(({ verifier, at, place }) =>
        now === undefined || !(Date.parse(at) > now + aheadMsMax)
          ? []
          : {
              path,
              place,
              found: {
                zh: `记录的时间 ${show(at)} 在将来，来自 ${show(verifier)}`,
                en: `the time ${show(at)}, which lies in the future, in a record of ${show(verifier)}`,
              },
              expected: { zh: '检查时的 UTC 时间', en: 'the time of the check, in UTC' },
              advice: {
                zh: '改正 at:；如果时间没错，检查这台机器的时钟。',
                en: 'Correct at:, or, if it is right, the clock of this machine.',
              },
            },
      ),
    ),
};
