// List domains: the ten domains with their names and how many articles of which status each has.
import { z } from 'zod';
import { domain } from '../../build/edition/article.ts';
import { fingerprint } from '../../build/edition/hash.ts';
import { domainNames, domains, type VerificationStatus, verificationStatuses } from '../../build/edition/vocabulary.ts';
import type { Library } from '../library.ts';
import { operation } from './operation.ts';
import { findMatches, searchPath } from './search.ts';

const count = z.int().min(0);
const countOf = (status: VerificationStatus) => count.describe(`Those whose verificationStatus is ${status}.`);
const domainSummary = z
  .strictObject({
    domain,
    name: z
      .strictObject({ zh: z.string().describe('In Chinese.'), en: z.string().describe('In English.') })
      .describe('What readers call it.'),
    articles: z
      .strictObject({
        total: count.describe('All articles of the domain.'),
        verified: countOf('verified'),
        partial: countOf('partial'),
        unverified: countOf('unverified'),
      })
      .describe('How many articles it has.'),
  })
  .meta({ id: 'DomainSummary' });

export const listDomains = operation({
  name: 'listDomains',
  summary: 'List the domains',
  description: 'The ten domains in their fixed order, with names in both languages and article counts by status.',
  subject: 'Articles',
  path: '/domains',
  endpoint: 'other',
  input: z.strictObject({}),
  output: z.strictObject({
    domains: z.array(domainSummary).length(domains.length).describe('In their fixed order.'),
  }),
  samples: () => [
    { name: 'all', summary: 'All domains.', given: {} },
    { name: 'unknownParameter', summary: 'A parameter that does not exist.', given: { page: '2' } },
  ],
  run({ library }) {
    const { json, tag, largest } = prepared(library);
    return {
      kind: 'data',
      pieces: [json],
      tag,
      nextStep: `GET ${searchPath({ ...(largest && { domain: largest }), page: 1, pageSize: 20 })}`,
    };
  },
});

/** Computed once per library. */
const cache = new WeakMap<Library, { json: Buffer; tag: string; largest: (typeof domains)[number] | undefined }>();

function prepared(library: Library) {
  const known = cache.get(library);
  if (known !== undefined) return known;
  const summaries = domains.map((value) => {
    const counts = verificationStatuses.map(
      (status) => [status, findMatches(library, { domain: value, status }).total] as const,
    );
    return {
      domain: value,
      name: domainNames[value],
      articles: { total: findMatches(library, { domain: value }).total, ...Object.fromEntries(counts) },
    };
  });
  const [fullest] = [...summaries].sort((left, right) => right.articles.total - left.articles.total);
  const json = Buffer.from(JSON.stringify({ domains: summaries }));
  const made = { json, tag: fingerprint(json), largest: fullest?.articles.total ? fullest.domain : undefined };
  cache.set(library, made);
  return made;
}
