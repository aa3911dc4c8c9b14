// Tests the decisions about the HTTP API that the specification leaves open, one test per statement.
import { afterAll, describe } from 'vitest';
import { startContract } from './contract.ts';
import { caching } from './decisions/caching.ts';
import { agents, credentials, lists, proxies } from './decisions/callers.ts';
import { changes } from './decisions/changes.ts';
import { everyResponse } from './decisions/every-response.ts';
import { excerpts } from './decisions/excerpts.ts';
import { fields } from './decisions/fields.ts';
import { addresses, formats } from './decisions/formats.ts';
import { hosts } from './decisions/hosts.ts';
import { languages } from './decisions/languages.ts';
import { limits } from './decisions/limits.ts';
import { facets, suggestions } from './decisions/narrowing.ts';
import { nextSteps, parameters } from './decisions/parameters.ts';
import { problems } from './decisions/problems.ts';
import { searching } from './decisions/searching.ts';
import { specify } from './statement.ts';

const decisions = [
  ...[formats, addresses, languages, fields, searching, excerpts, facets, suggestions, parameters, problems],
  ...[nextSteps, everyResponse, caching, credentials, hosts, limits, proxies, agents, lists, changes],
];

const contract = await startContract();
afterAll(() => contract.server.close());

describe('decisions about the HTTP API', () => {
  specify(decisions.flat(), () => contract);
});
