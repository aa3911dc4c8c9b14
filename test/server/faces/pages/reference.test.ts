// The API reference says what the OpenAPI document says, and its examples are what the server answers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../../answers.ts';
import { type Contract, startContract, startContractOn } from '../../../contract/contract.ts';
import { teaHouse } from '../../tea-house.ts';
import { tagsOf, textOf, unescaped, unexplained } from './html.ts';

let contract: Contract;
beforeAll(async () => {
  contract = await startContract();
});
afterAll(() => contract.server.close());

interface Described {
  operationId: string;
  summary: string;
  parameters: { name?: string; description?: string }[];
  responses: Record<string, object>;
}
const documentOf = async () =>
  (await (await contract.get('/api/v1/openapi.json')).json()) as {
    paths: Record<string, { get: Described }>;
    components: { schemas: Record<string, { properties?: Record<string, unknown> }>; headers: Record<string, unknown> };
  };
const html = async (path: string): Promise<string> => {
  const response = await contract.get(path, { accept: 'text/html' });
  expect(response.status, path).toBe(200);
  return response.text();
};
/** The part of the page about one operation. */
const sectionOf = (page: string, name: string): string =>
  page.split('<section class="operation">').find((part) => part.includes(`<h2 id="${name}">`)) ?? '';

describe('the API reference', () => {
  it('has every operation, with its parameters, its statuses and what it answers, in both languages', async () => {
    const { paths } = await documentOf();
    for (const language of ['zh', 'en']) {
      const page = await html(`/${language}/docs/api`);
      expect(unexplained(page)).toEqual([]);
      for (const [path, { get }] of Object.entries(paths)) {
        const section = sectionOf(page, get.operationId);
        expect(unescaped(section), path).toContain(`<code>GET ${path}</code>`);
        expect(unescaped(section), path).toContain(get.summary);
        for (const { name, description } of get.parameters) {
          if (name === undefined || description === undefined) continue;
          expect(section, name).toContain(`<th scope="row"><code>${name}</code>`);
          expect(unescaped(section), name).toContain(description);
        }
        for (const status of Object.keys(get.responses)) expect(section).toContain(`<th scope="row">${status}</th>`);
      }
    }
  });

  it('tells of every shape that it leads to, and of every code, limit and header', async () => {
    const { components } = await documentOf();
    const page = await html('/en/docs/api');
    const tags = tagsOf(page);
    const ids = new Set(tags.flatMap(({ attributes }) => attributes.get('id') ?? []));
    const local = tags.flatMap(({ attributes }) => /^#(.+)$/.exec(attributes.get('href') ?? '')?.[1] ?? []);
    expect(local.length).toBeGreaterThan(40);
    expect(local.filter((id) => !ids.has(id))).toEqual([]);
    for (const [name, { properties = {} }] of Object.entries(components.schemas)) {
      const isTold = Object.keys(properties).length > 0 && !name.endsWith('Problem');
      if (isTold) expect(ids, name).toContain(`object.${name}`);
    }
    for (const code of ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'RATE_LIMITED', 'INTERNAL_ERROR']) {
      expect(ids, code).toContain(`errors.${code}`);
    }
    for (const name of Object.keys(components.headers)) expect(page).toContain(`<code>${name}</code>`);
    expect(page).toContain('100 requests in any 60 seconds');
  });

  it('says in English what the API says in English', async () => {
    const page = await html('/zh/docs/api');
    expect(page).toMatch(/<p lang="en"><strong>Search the articles\.<\/strong>/);
    expect(page).toMatch(/<h3>参数<\/h3>/);
    const cells = [...page.matchAll(/<td([^>]*)>([^<]*)<\/td>/g)].filter(([, , text = '']) =>
      /[a-z]{3,} [a-z]{2,}/.test(text),
    );
    expect(cells.length).toBeGreaterThan(50);
    expect(cells.filter(([, attributes = '']) => !attributes.includes('lang="en"'))).toEqual([]);
  });

  it('shows a request whose answer is what the server answers, on an edition with a history too', async () => {
    const { folder, ids } = await teaHouse();
    for (const served of [contract, await startContractOn(folder)]) {
      const page = await (await served.get('/en/docs/api', { accept: 'text/html' })).text();
      const { paths } = await documentOf();
      for (const { get } of Object.values(paths)) {
        const [command = '', shown = ''] = [
          ...sectionOf(page, get.operationId).matchAll(/<pre><code>([^<]*)<\/code>/g),
        ].map(([, text = '']) => unescaped(text));
        const [, header, address = ''] = /^curl(?: -H '([^']+)')? '([^']+)'$/.exec(command) ?? [];
        expect(address, command).toContain(served.server.origin);
        if (get.operationId === 'listChanges' && served !== contract) expect(address).toContain(ids[1]);
        const [name = '', value = ''] = header?.split(': ') ?? [];
        const response = await ask(address, header === undefined ? {} : { headers: { [name]: value } });
        expect(response.status, command).toBe(200);
        // What is long is cut, and what the service counts of an agent depends on who asks.
        const answer = (await response.json()) as { data: object };
        expect(Object.keys(JSON.parse(shown).data), command).toEqual(Object.keys(answer.data));
        if (get.operationId !== 'listChanges') continue;
        expect(JSON.parse(shown).data.counts).toEqual((answer.data as { counts: object }).counts);
      }
    }
  });

  it('says in Markdown what it says in HTML', async () => {
    const { paths } = await documentOf();
    for (const language of ['zh', 'en']) {
      const text = await (await contract.get(`/${language}/docs/api.md`)).text();
      const page = await html(`/${language}/docs/api`);
      const headings = [...page.matchAll(/<h[23]( data-markdown-ignore="true")?[^>]*>(.*?)<\/h[23]>/g)]
        .filter(([, ignored]) => ignored === undefined)
        .map(([, , inner = '']) => unescaped(inner.replaceAll(/<[^>]+>/g, '')));
      // A fence hides what begins with # in the examples.
      const lines = text.replaceAll(/^(`{3,})[\s\S]*?^\1$/gm, '').split('\n');
      expect(
        lines.filter((line) => /^##+ /.test(line)).map((line) => line.replace(/^#+ /, '').replaceAll('`', '')),
      ).toEqual(headings);
      expect(Object.keys(paths).length).toBeGreaterThan(4);
    }
  });

  it('is led to from the docs page, whose old anchors are still there', async () => {
    const { paths } = await documentOf();
    for (const language of ['zh', 'en']) {
      const page = await html(`/${language}/docs`);
      for (const { get } of Object.values(paths)) {
        expect(page).toContain(`<li id="${get.operationId}"><a href="/${language}/docs/api#${get.operationId}">`);
      }
      expect(textOf(page, /<h1>([^<]*)<\/h1>/)).toBe(language === 'zh' ? '文档' : 'Docs');
    }
  });
});
