import { show, type Wording } from '../messages.ts';
import type { Claim } from '../source/site.ts';
import type { SiteRule } from './rule.ts';

export const uniqueSlug: SiteRule = {
  stage: 'site',
  name: 'unique-slug',
  severity: 'error',
  about: {
    zh: '一个 slug 或别名只通向一篇文章，不论它在哪个领域。',
    en: 'A slug or alias leads to one article, whatever its domain.',
  },
  check: ({ names }) =>
    [...names].flatMap(([name, claims]) => {
      // A file's own name is the stronger claim.
      const [first, ...others] = [...claims].sort(
        (left, right) => Number(left.as === 'alias') - Number(right.as === 'alias'),
      );
      return others.map(({ path, place, as }) => ({
        path,
        place,
        found: foundFor(name, as, first),
        expected: {
          zh: '在所有领域中都唯一的 slug 和别名',
          en: 'slugs and aliases that are unique over all domains',
        },
        advice:
          as === 'alias'
            ? { zh: '去掉这个别名。', en: 'Remove the alias.' }
            : {
                zh: '给文件改名；旧名字若已发布，就作为别名保留。',
                en: 'Rename the file, and keep the old name as an alias if it was published.',
              },
      }));
    }),
};

function foundFor(name: string, as: Claim['as'], first: Claim | undefined): Wording {
  const owner = first?.path;
  return {
    zh: `${as === 'slug' ? 'slug' : '别名'} ${show(name)}，它已经是 ${owner} 的${first?.as === 'slug' ? ' slug' : '别名'}`,
    en: `the ${as} ${show(name)}, which is ${first?.as === 'slug' ? 'the slug' : 'an alias'} of ${owner} already`,
  };
}
