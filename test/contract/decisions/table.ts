// All decisions about the HTTP API that the specification leaves open, one statement per test.
import { caching } from './caching.ts';
import { agents, credentials, lists, proxies } from './callers.ts';
import { changes } from './changes.ts';
import { everyResponse } from './every-response.ts';
import { excerpts } from './excerpts.ts';
import { fields } from './fields.ts';
import { addresses, formats } from './formats.ts';
import { hosts } from './hosts.ts';
import { languages } from './languages.ts';
import { limits } from './limits.ts';
import { facets, suggestions } from './narrowing.ts';
import { nextSteps, parameters } from './parameters.ts';
import { problems } from './problems.ts';
import { searching } from './searching.ts';

export const decisions = [
  ...[formats, addresses, languages, fields, searching, excerpts, facets, suggestions, parameters, problems],
  ...[nextSteps, everyResponse, caching, credentials, hosts, limits, proxies, agents, lists, changes],
].flat();
