import { closest } from '../edition/closest.ts';
import { articleIdPattern } from '../edition/vocabulary.ts';
import { show } from '../messages.ts';
import type { Site } from '../source/site.ts';
import type { SiteRule } from './rule.ts';

export const related: SiteRule = {
  stage: 'site',
  name: 'related',
  severity: 'error',
  about: 'Related articles exist, are others than the article itself, and are listed once.',
  check: (site) =>
    site.articles.flatMap((draft) => {
      const listed = draft.frontMatter.values?.related;
      if (!Array.isArray(listed)) return [];
      return listed.flatMap((id: unknown, index) => {
        const fault = faultOf(id, index, listed, draft.frontMatter.values?.id, site);
        if (fault === undefined) return [];
        return {
          path: draft.path,
          place: draft.frontMatter.placeOf(['related', index]),
          found: `the related id ${show(id)}, ${fault}`,
          expected: 'ids of other articles, each once',
          advice: adviceFor(id, fault, site),
        };
      });
    }),
};

function adviceFor(id: unknown, fault: string, { ids }: Site): string {
  const likely = fault === unknown && typeof id === 'string' ? closest(id, ids.keys()) : undefined;
  return likely === undefined ? 'Correct the id or remove it from the list.' : `Did you mean ${likely}?`;
}

const unknown = 'which no article has';

function faultOf(id: unknown, index: number, listed: unknown[], ownId: unknown, site: Site): string | undefined {
  // What is no id at all is the schema's to report.
  if (typeof id !== 'string' || !articleIdPattern.test(id)) return undefined;
  if (id === ownId) return 'which is the article itself';
  if (listed.indexOf(id) !== index) return 'which is listed twice';
  return site.ids.has(id) || !site.idsAreComplete ? undefined : unknown;
}
