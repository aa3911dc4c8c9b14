import { show } from '../messages.ts';
import type { SiteRule } from './rule.ts';

export const uniqueId: SiteRule = {
  stage: 'site',
  name: 'unique-id',
  severity: 'error',
  about: { zh: '一个 id 永远只属于一篇文章。', en: 'An id names one article for ever.' },
  check: ({ ids }) =>
    [...ids].flatMap(([id, [first, ...others]]) =>
      others.map(({ path, place }) => ({
        path,
        place,
        found: {
          zh: `id ${show(id)}，而 ${first?.path} 已经用了它`,
          en: `the id ${show(id)}, which ${first?.path} has already`,
        },
        expected: { zh: '每篇文章各有自己的 id', en: 'an id of its own for every article' },
        advice: {
          zh: '给较新的那篇换一个 id；`npm run new` 会生成新的。',
          en: 'Give the newer article a new id; `npm run new` makes one.',
        },
      })),
    ),
};
