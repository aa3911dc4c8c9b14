// List domains: returns the domains of the site with their names and article counts by status.
import { z } from 'zod';
import { domain } from '../../build/edition/article-schema.ts';
import { fingerprint } from '../../build/edition/hash.ts';
import { domainsMax } from '../../build/edition/site-settings.ts';
import type { VerificationStatus } from '../../build/edition/vocabulary.ts';
import { operation } from './operation.ts';
import { searchPath } from './search.ts';

const count = z.int().min(0);
const countOf = (status: VerificationStatus) => count.describe(`Articles whose verificationStatus is ${status}.`);
const domainSummary = z
  .strictObject({
    domain,
    name: z
      .strictObject({ zh: z.string().describe('The Chinese name.'), en: z.string().describe('The English name.') })
      .describe('The name for readers.'),
    articles: z
      .strictObject({
        total: count.describe('All articles of the domain.'),
        verified: countOf('verified'),
        partial: countOf('partial'),
        unverified: countOf('unverified'),
      })
      .describe('The number of articles in the domain.'),
  })
  .meta({ id: 'DomainSummary' });

export const listDomains = operation({
  name: 'listDomains',
  summary: 'List the domains',
  description: 'All domains in their fixed order, with names in both languages and article counts by status.',
  subject: 'Articles',
  path: '/domains',
  endpoint: 'other',
  input: z.strictObject({}),
  output: z.strictObject({
    domains: z.array(domainSummary).min(1).max(domainsMax).describe('The domains, in their fixed order.'),
  }),
  samples: () => [
    { name: 'all', summary: 'All domains.', given: {} },
    { name: 'unknownParameter', summary: 'A parameter that does not exist.', given: { page: '2' } },
  ],
  run({ library }) {
    const summaries = library.site.domains.map(({ id, name }) => ({
      domain: id,
      name,
      articles: { total: 0, verified: 0, partial: 0, unverified: 0 },
    }));
    const countsOf = new Map(summaries.map(({ domain, articles }) => [domain, articles]));
    for (const row of library.articles) {
      const counts = countsOf.get(row.domain);
      if (counts === undefined) continue;
      counts.total += 1;
      counts[row.verificationStatus] += 1;
    }
    const json = JSON.stringify({ domains: summaries });
    const [largest] = [...summaries].sort((left, right) => right.articles.total - left.articles.total);
    const query = largest?.articles.total ? { domain: largest.domain } : {};
    return { kind: 'data', pieces: [json], tag: fingerprint(json), nextStep: `GET ${searchPath(query)}` };
  },
});
