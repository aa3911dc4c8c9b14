// The table of all operations. To add one, create a file beside this one and add a line here; its route and its OpenAPI
// path follow; `npm run api-guide` adds it to the API reference.
import { getAgent } from './get-agent.ts';
import { getArticle } from './get-article.ts';
import { getContext } from './get-context.ts';
import { listChanges } from './list-changes.ts';
import { listDomains } from './list-domains.ts';
import type { Operation } from './operation.ts';
import { search } from './search.ts';

export const operations: readonly Operation[] = [search, getContext, getArticle, listDomains, listChanges, getAgent];
