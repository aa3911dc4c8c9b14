// The HTTP specification, statement by statement.
import { afterAll, beforeAll, describe } from 'vitest';
import { type Contract, startContract } from './contract.ts';
import { authentication, events } from './specification/access.ts';
import { agents, articleJson, states } from './specification/agents.ts';
import { articleEndpoint, otherEndpoints } from './specification/article-endpoint.ts';
import { articleMarkdown } from './specification/article-markdown.ts';
import { envelope } from './specification/envelope.ts';
import { errors } from './specification/errors.ts';
import { limits, versioning } from './specification/limits.ts';
import { overview } from './specification/overview.ts';
import { endpoints, searchEndpoint } from './specification/search-endpoint.ts';
import { domains, pagination, searchItems } from './specification/search-items.ts';
import { expectNumbered, specify } from './statement.ts';

const sections = {
  '1': overview,
  '2.1': envelope,
  '2.2': searchItems,
  '2.3': pagination,
  '2.4': domains,
  '2.5': articleMarkdown,
  '2.6': agents,
  '2.7': articleJson,
  '3': states,
  '4.0': endpoints,
  '4.1': searchEndpoint,
  '4.2': articleEndpoint,
  '4.3': otherEndpoints,
  '5': authentication,
  '6': events,
  '7': errors,
  '8': limits,
  '9': versioning,
};

let contract: Contract;
beforeAll(async () => {
  contract = await startContract();
});
afterAll(() => contract.server.close());

describe('the HTTP specification', () => {
  expectNumbered(sections);
  specify(Object.values(sections).flat(), () => contract);
});
