// List changes: what an agent that read earlier has to read again. By time, or by the texts that it holds.
import { z } from 'zod';
import { invalid, type ProblemDetail, shown } from '../problems.ts';
import { changesStep } from './article-changes.ts';
import { changesSince, changesSinceOutput } from './changes-since.ts';
import { operation, problem } from './operation.ts';
import { defaultPageSize, page, pageSize } from './parameters.ts';
import { earlierBuildId, sampleArticle } from './samples.ts';
import { since, sinceText } from './since.ts';
import { have, textsHeld, textsHeldOutput } from './texts-held.ts';

const input = z.strictObject({
  since,
  have,
  // Without their defaults: whether they were given decides whether the request makes sense.
  page: page.unwrap().optional(),
  pageSize: pageSize.unwrap().optional(),
});

const onlyOne = 'exactly one of since and have';
const hint =
  'since=<buildId or time> lists what changed since then; have=slug@digest,… tells which of the texts you hold are outdated.';

export const listChanges = operation({
  name: 'listChanges',
  summary: 'Find out what changed',
  description:
    'Whether what you read still holds. With since, lists the articles that were removed, changed and added between the edition that was current then and the present one. With have, tells of each text that you hold whether it is current, outdated or removed. Exactly one of the two; page and pageSize go with since.',
  subject: 'Changes',
  path: '/changes',
  endpoint: 'other',
  mayMiss: true,
  input,
  output: z.union([changesSinceOutput, textsHeldOutput]),
  samples(library) {
    const found = sampleArticle(library);
    if (found === undefined) return [];
    const earlier = library.history.earlier[0]?.buildId ?? library.buildId;
    const current = `${found.slug}@${found.digest.slice(0, 'sha256-'.length + 12)}`;
    const outdated = `${found.id}@${earlierBuildId.slice(0, 12)}`;
    return [
      {
        name: 'since',
        summary: 'What changed since an edition.',
        given: { since: earlier, page: '1', pageSize: '20' },
      },
      { name: 'have', summary: 'Two texts, one of them outdated.', given: { have: `${current},${outdated}` } },
      { name: 'neither', summary: 'Neither since nor have.', given: {} },
      { name: 'notKept', summary: 'An edition that is no longer kept.', given: { since: '000000000000' } },
    ];
  },
  run({ library }, given) {
    const details = faultsOf(given);
    if (details.length > 0) return problem(invalid(details, { hint, nextStep: changesStep(library.buildId) }));
    if (given.have !== undefined) return textsHeld(library, given.have);
    if (given.since === undefined) throw new Error('neither since nor have was given');
    return changesSince(library, given.since, {
      page: given.page ?? 1,
      pageSize: given.pageSize ?? defaultPageSize,
    });
  },
});

function faultsOf({ since, have, page, pageSize }: z.infer<typeof input>): ProblemDetail[] {
  if (since === undefined && have === undefined) return [{ parameter: 'since', given: null, allowed: onlyOne }];
  if (have === undefined) return [];
  const others = { since: since && sinceText(since), page: page?.toString(), pageSize: pageSize?.toString() };
  return Object.entries(others).flatMap(([parameter, value]) => {
    if (value === undefined) return [];
    const allowed = parameter === 'since' ? onlyOne : `${parameter} only with since; have is answered whole`;
    return [{ parameter, given: shown(value), allowed }];
  });
}
