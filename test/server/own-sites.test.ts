// A site with its own site file shows its own name and domains in every answer, and nothing of the default site. One process
// serves two such sites here. In the last test one site replaces the other in a running server.

import { afterAll, describe, expect, it } from 'vitest';
import { defaultSite, domainIds } from '../../build/edition/site-settings.ts';
import { siteFileName } from '../../build/source/entry.ts';
import { type Started, startServer } from '../server.ts';
import { articleText, contentOf, publishFolder } from '../site.ts';
import { ask } from './faces/mcp/exchange.ts';

interface Own {
  name: string;
  nameZh: string;
  domains: readonly string[];
}

const teaRoom: Own = { name: 'Tea room', nameZh: '茶室', domains: ['black_tea', 'green_tea', 'cups'] };
const bakery: Own = { name: 'Bakery', nameZh: '面包房', domains: ['bread', 'cake', 'tools_oven'] };

async function contentFor({ name, nameZh, domains }: Own): Promise<string> {
  const lines = domains.map(
    (id) =>
      `  - { id: ${id}, name: { zh: ${nameZh}的${id}, en: ${name} ${id} }, description: { zh: 关于${id}。, en: About ${id}. } }`,
  );
  const articles = domains.slice(0, 2).map((id, index) => [
    `${id}/${id.replace('_', '-')}-basics.md`,
    articleText({
      id: `art_${id.replace('_', '')}`,
      enTitle: `Basics of ${id.replace('_', ' ')} ${index}`,
      fields: { author: name },
    }),
  ]);
  return contentOf({
    [siteFileName]: `name: { zh: ${nameZh}, en: ${name} }
tagline: { zh: ${nameZh}的知识。, en: What the ${name} knows. }
author: ${name}
license: CC-BY-4.0
sources: [www.example.org]
guides: false
domains:\n${lines.join('\n')}\n`,
    ...Object.fromEntries(articles),
  });
}

/** The names and domains of the default site or of `others` in an answer. The line that names the product is allowed. */
const foreignIn = (text: string, others: readonly Own[]): string[] => {
  const own = text.replaceAll(/Powered by Stele|由 Stele 提供支持/g, '');
  const ids = [...domainIds(defaultSite), ...others.flatMap(({ domains }) => domains)];
  const written = ids.flatMap((id) => [`"${id}"`, `domain=${id}`, `/domains/${id}`, `\`${id}\``]);
  // 智能体 (agent) is the name of a domain, but also a word on every page.
  const names = defaultSite.domains.flatMap(({ name, description }) => [name.zh, description.zh, description.en]);
  const words = [
    'Stele',
    ...written,
    ...names.filter((one) => one !== '智能体'),
    ...Object.values(defaultSite.tagline),
  ];
  return [...words, ...others.flatMap(({ name, nameZh }) => [name, nameZh])].filter((word) => own.includes(word));
};

const textAt = async ({ origin }: Started, path: string, headers: Record<string, string> = {}): Promise<string> =>
  (await fetch(`${origin}${path}`, { headers })).text();

const callMcp = async (server: Started, method: string, params: Record<string, unknown> = {}): Promise<string> =>
  JSON.stringify((await ask(server, method, params)).body);
const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };

/** Every text that a site serves: discovery files, API, MCP, and all linked pages with their scripts and Markdown versions. */
async function everyText(server: Started, { domains }: Own): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const waiting = [
    ...['/llms.txt', '/llms-full.txt', '/sitemap.xml', '/robots.txt', '/.well-known/api-catalog', '/nowhere'],
    ...['/api/v1/openapi.json', '/api/v1/domains', '/api/v1/search?facets=true', '/api/v1/search?domain=x'],
    ...[...domains.map((id) => `/api/v1/context?q=teapot&domain=${id}`), '/en/?q=teapot', '/zh/?q=teapot'],
  ];
  for (const path of waiting) {
    if (texts.has(path)) continue;
    const text = await textAt(server, path, path === '/nowhere' ? { accept: 'text/html' } : {});
    texts.set(path, text);
    const linked = text.matchAll(
      /(?:href|src)="(\/[^"#]*)"|\]\((?:http:\/\/[^/)]+)?(\/[^)]*)\)|<loc>http:\/\/[^/]+([^<]*)/g,
    );
    for (const [, ...paths] of linked) {
      const found = paths.find((one) => one !== undefined) ?? path;
      waiting.push(found.replaceAll(/&(?:amp|#38);/g, '&'));
    }
    const modules = [...text.matchAll(/["']\.\/([\w.-]+\.js)["']/g)].map(([, name]) => `/assets/${name}`);
    if (path.startsWith('/assets/')) waiting.push(...modules);
  }
  texts.set('initialize', await callMcp(server, 'initialize', initialize));
  for (const method of ['tools/list', 'resources/list', 'prompts/list'])
    texts.set(method, await callMcp(server, method));
  return texts;
}

const [own, other] = [teaRoom, bakery];
const server = await startServer(await publishFolder(await contentFor(own)));
const beside = await startServer(await publishFolder(await contentFor(other)));
await everyText(beside, other);
const texts = await everyText(server, own);
afterAll(() => Promise.all([server.close(), beside.close()]));

describe('a site in one process with another site', () => {
  const jsonAt = (path: string) => JSON.parse(texts.get(path) ?? '');

  it('shows nothing of the default site or of the other site', () => {
    expect(texts.size).toBeGreaterThan(40);
    const found = [...texts].map(([path, text]) => [path, foreignIn(text, [other])] as const);
    expect(found.filter(([, words]) => words.length > 0)).toEqual([]);
  });

  it('shows its own name and domains in the API, OpenAPI, MCP, llms.txt and pages', () => {
    expect(jsonAt('/api/v1/domains').data.domains.map(({ domain }: { domain: string }) => domain)).toEqual(own.domains);
    expect(Object.keys(jsonAt('/api/v1/search?facets=true').data.facets.domain)).toEqual(own.domains);
    const openApi = jsonAt('/api/v1/openapi.json');
    expect(openApi.info).toMatchObject({ title: own.name, license: { identifier: 'CC-BY-4.0' } });
    const { parameters } = openApi.paths['/api/v1/search'].get;
    expect(parameters.find(({ name }: { name: string }) => name === 'domain').schema.enum).toEqual(own.domains);
    expect(openApi.components.schemas.SearchItem.properties.domain.enum).toEqual(own.domains);
    expect(openApi.components.schemas.FacetCounts.properties.domain.required).toEqual(own.domains);
    expect(jsonAt('initialize').result.serverInfo.title).toBe(own.name);
    const [search] = jsonAt('tools/list').result.tools;
    expect(search.inputSchema.properties.domain.enum).toEqual(own.domains);
    expect(texts.get('/llms.txt')).toMatch(
      new RegExp(`^# ${own.name}\n\n> ${own.nameZh}的知识。 / What the ${own.name} knows\\.`),
    );
    expect(texts.get('/llms-full.txt')).toMatch(new RegExp(`^# ${own.name}\n`));
    expect(texts.get('/en/')).toContain(`"publisher":{"@type":"Organization","name":"${own.name}"}`);
    for (const id of own.domains) {
      expect(texts.get(`/en/domains/${id}`)).toContain(`About ${id}.`);
      expect(texts.get(`/zh/domains/${id}`)).toContain(`<title>${own.nameZh}的${id} · ${own.nameZh}</title>`);
    }
  });
});

it('a running server shows the site of a new edition once that edition is loaded', async () => {
  const out = await publishFolder(await contentFor(teaRoom));
  const server = await startServer(out);
  const seen = async () => ({
    domains: JSON.parse(await textAt(server, '/api/v1/domains')).data.domains.map(
      ({ domain }: { domain: string }) => domain,
    ),
    title: JSON.parse(await textAt(server, '/api/v1/openapi.json')).info.title,
    tools: JSON.parse(await callMcp(server, 'tools/list')).result.tools[0].inputSchema.properties.domain.enum,
    isCake: (await fetch(`${server.origin}/api/v1/search?domain=cake`)).status,
  });
  expect(await seen()).toEqual({ domains: teaRoom.domains, title: 'Tea room', tools: teaRoom.domains, isCake: 400 });
  await publishFolder(await contentFor(bakery), out);
  await server.currentEdition.refresh();
  expect(await seen()).toEqual({ domains: bakery.domains, title: 'Bakery', tools: bakery.domains, isCake: 200 });
});
