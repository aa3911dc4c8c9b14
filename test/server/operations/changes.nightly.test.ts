// Compares the answers of the changes endpoint with an oracle: the test reads all articles of each edition from a server, and compares
// them itself.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Contract, everyItem, startContractOn } from '../../contract/contract.ts';
import { type ArticleParts, articleText, contentOf, publishFolder, temporaryFolder } from '../../site.ts';
import { pointedAt } from '../edition-folder.ts';

const names = ['cup', 'jug', 'mug', 'pot'] as const;
/** The article in one edition; null when it does not exist there. */
const vessel = fc.option(
  fc.record({
    slug: fc.constantFrom('a', 'b'),
    domain: fc.constantFrom('mcp', 'agent'),
    text: fc.constantFrom('Clay.', 'Glass.'),
    tag: fc.constantFrom('x', 'y'),
  }),
  { freq: 4 },
);
type Site = Record<(typeof names)[number], { slug: string; domain: string; text: string; tag: string } | null>;
const site: fc.Arbitrary<Site> = fc.record({ cup: vessel, jug: vessel, mug: vessel, pot: vessel });

const filesOf = (given: Site): Record<string, string> => {
  const files = names.flatMap((name) => {
    const article = given[name];
    if (article === null) return [];
    const parts: ArticleParts = {
      id: `art_${name}`,
      enTitle: name,
      en: `## Cause\n\n${article.text}`,
      fields: { tags: `[${article.tag}]` },
    };
    return [[`${article.domain}/${name}-${article.slug}.md`, articleText(parts)]];
  });
  // This article is in every site, because a site needs at least one.
  return Object.fromEntries([...files, ['agent/tray.md', articleText({ id: 'art_tray', enTitle: 'Tray' })]]);
};

interface Seen {
  id: string;
  slug: string;
  digest: string;
  verificationStatus: string;
  confidenceScore: number;
}

/** All articles of a server: id → article. */
async function articlesOf(contract: Contract): Promise<Map<string, Seen>> {
  const items = await everyItem(contract);
  const articles = await Promise.all(
    items.map(async ({ slug }) => (await contract.api(`/api/v1/articles/${slug}`)).body.data),
  );
  return new Map(articles.map(({ links, ...article }) => [article.id, article]));
}

const stateOf = ({ slug, digest, verificationStatus, confidenceScore }: Seen) => ({
  slug,
  digest,
  verificationStatus,
  confidenceScore,
});

/** A text that sorts like the items in a list of changes. */
const placeOf = ({ change, domain, slug }: { change: string; domain: string; slug: string }): string =>
  `${['removed', 'changed', 'added'].indexOf(change)} ${domain}/${slug}`;

it('the listed changes, and the states of texts that a caller holds, are those that a comparison of all articles gives', async () => {
  const found = { current: 0, outdated: 0, removed: 0, changed: 0, added: 0 };
  const check = async (sites: Site[]): Promise<void> => {
    const folder = await temporaryFolder();
    const editions: { id: string; articles: Map<string, Seen> }[] = [];
    let contract: Contract | undefined;
    for (const one of sites) {
      await contract?.server.close();
      await publishFolder(await contentOf(filesOf(one)), folder);
      contract = await startContractOn(folder);
      editions.push({ id: await pointedAt(folder), articles: await articlesOf(contract) });
    }
    const dataOf = async (path: string) => {
      if (contract === undefined) throw new Error('nothing was published');
      return (await contract.api(path)).body.data;
    };
    const now = editions.at(-1)?.articles ?? new Map<string, Seen>();
    for (const { id, articles } of editions) {
      const { items, counts } = await dataOf(`/api/v1/changes?since=${id}&pageSize=100`);
      const told = new Map(items.map((item: { id: string }) => [item.id, item]));
      expect(told.size).toBe(items.length);
      expect(items.map(placeOf)).toEqual(items.map(placeOf).sort());
      for (const key of new Set([...articles.keys(), ...now.keys()])) {
        const [before, after] = [articles.get(key), now.get(key)];
        const isSame = JSON.stringify(before) === JSON.stringify(after);
        expect(told.get(key), key).toEqual(
          isSame
            ? undefined
            : expect.objectContaining({
                change: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
                before: before === undefined ? null : stateOf(before),
                after: after === undefined ? null : stateOf(after),
              }),
        );
      }
      found.changed += counts.changed;
      found.added += counts.added;
      const texts = [...articles.values()].map(({ slug, digest }) => `${slug}@${digest}`);
      const { items: held } = await dataOf(`/api/v1/changes?have=${texts}`);
      [...articles.values()].forEach((before, index) => {
        const after = now.get(before.id);
        const state = after === undefined ? 'removed' : after.digest === before.digest ? 'current' : 'outdated';
        expect(held[index]).toMatchObject({ state, slug: (after ?? before).slug, digest: before.digest });
        if (state === 'outdated') expect(held[index].parts).toContainEqual({ part: 'content', languages: ['en'] });
        found[state] += 1;
      });
    }
    await contract?.server.close();
  };
  await fc.assert(fc.asyncProperty(fc.array(site, { minLength: 2, maxLength: 4 }), check), { numRuns: 40 });
  // The random sites must have led to every kind of change.
  expect(Math.min(...Object.values(found))).toBeGreaterThan(0);
});
