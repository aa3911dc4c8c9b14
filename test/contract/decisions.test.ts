// The decisions of the design, section 5, sentence by sentence, as far as this version should satisfy them.
import { afterAll, beforeAll, describe } from 'vitest';
import { type Contract, startContract } from './contract.ts';
import { caching } from './decisions/caching.ts';
import { agents, credentials, lists, proxies } from './decisions/callers.ts';
import { changes } from './decisions/changes.ts';
import { everyResponse } from './decisions/every-response.ts';
import { excerpts } from './decisions/excerpts.ts';
import { fields } from './decisions/fields.ts';
import { addresses, formats } from './decisions/formats.ts';
import { languages } from './decisions/languages.ts';
import { limits } from './decisions/limits.ts';
import { facets, suggestions } from './decisions/narrowing.ts';
import { nextSteps, parameters } from './decisions/parameters.ts';
import { problems } from './decisions/problems.ts';
import { searching } from './decisions/searching.ts';
import { specify } from './statement.ts';

const sections = {
  formats,
  addresses,
  languages,
  fields,
  searching,
  excerpts,
  facets,
  suggestions,
  parameters,
  problems,
  'next-steps': nextSteps,
  'every-response': everyResponse,
  caching,
  credentials,
  limits,
  proxies,
  agents,
  lists,
  changes,
};

let contract: Contract;
beforeAll(async () => {
  contract = await startContract();
});
afterAll(() => contract.server.close());

describe('the decisions about HTTP', () => {
  specify(Object.values(sections).flat(), { sections: Object.keys(sections), contract: () => contract });
});
