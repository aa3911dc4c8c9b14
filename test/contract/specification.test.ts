// Tests the HTTP specification, one test per statement.
import { afterAll, describe } from 'vitest';
import { startContract } from './contract.ts';
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
import { specify } from './statement.ts';

const sections = [
  ...[overview, envelope, searchItems, pagination, domains, articleMarkdown, agents, articleJson, states],
  ...[endpoints, searchEndpoint, articleEndpoint, otherEndpoints, authentication, events, errors, limits, versioning],
];

const contract = await startContract();
afterAll(() => contract.server.close());

describe('the HTTP specification', () => {
  specify(sections.flat(), () => contract);
});
