import { closest } from '../edition/closest.ts';
import { articleIdPattern } from '../edition/vocabulary.ts';
import { show, type Wording } from '../messages.ts';
import type { FileFacts } from '../source/facts.ts';
import type { Site } from '../source/site.ts';
import type { SiteRule } from './rule.ts';

export const related: SiteRule = {
  stage: 'site',
  name: 'related',
  severity: 'error',
  about: {
    zh: '相关文章确实存在，不是文章自己，也不重复列出。',
    en: 'Related articles exist, are others than the article itself, and are listed once.',
  },
  check: (site) =>
    site.articles.flatMap((article) => {
      const listed = new Set<string>();
      return article.related.flatMap(({ value: id, place }) => {
        const fault = faultOf(id, listed.has(id), article, site);
        listed.add(id);
        if (fault === undefined) return [];
        const said = faults[fault];
        return {
          path: article.path,
          place,
          found: { zh: `相关 id ${show(id)}，${said.zh}`, en: `the related id ${show(id)}, ${said.en}` },
          expected: { zh: '其他文章的 id，各列一次', en: 'ids of other articles, each once' },
          advice: adviceFor(id, fault, site),
        };
      });
    }),
};

const faults = {
  itself: { zh: '这就是文章自己', en: 'which is the article itself' },
  repeated: { zh: '列了两次', en: 'which is listed twice' },
  slug: { zh: '这是一个 slug', en: 'which is a slug' },
  unknown: { zh: '没有哪篇文章是这个 id', en: 'which no article has' },
} as const;

function faultOf(id: string, isRepeated: boolean, article: FileFacts, site: Site): keyof typeof faults | undefined {
  // What is no id at all is the schema's to report; whose id was meant is known here.
  if (!articleIdPattern.test(id)) return idOfSlug(id, site) === undefined ? undefined : 'slug';
  if (id === article.id?.value) return 'itself';
  if (isRepeated) return 'repeated';
  return site.ids.has(id) || !site.idsAreComplete ? undefined : 'unknown';
}

/** The id of the article whose slug or alias this is. */
function idOfSlug(name: string, { names, byPath }: Site): string | undefined {
  return byPath.get(names.get(name)?.[0]?.path ?? '')?.id?.value;
}

function adviceFor(id: string, fault: keyof typeof faults, site: Site): Wording {
  if (fault === 'slug') {
    const meant = idOfSlug(id, site) ?? '';
    return { zh: `写那篇文章的 id：${meant}。`, en: `Write the id of that article: ${meant}.` };
  }
  const { ids } = site;
  const likely = fault === 'unknown' ? closest(id, ids.keys()) : undefined;
  return likely === undefined
    ? { zh: '改正这个 id，或把它从列表中删去。', en: 'Correct the id or remove it from the list.' }
    : { zh: `是不是想写 ${likely}？`, en: `Did you mean ${likely}?` };
}
