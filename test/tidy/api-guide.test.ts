// Compares the API reference in the guides with the OpenAPI document, in both languages.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiGuide, apiGuideFile } from '../../scripts/api-guide.ts';
import { allowanceOf, planNames } from '../../server/access/plans.ts';
import { ask } from '../answers.ts';
import { type Contract, startContract } from '../contract/contract.ts';
import { known } from '../contract/samples.ts';
import { guidesAlone, repositoryRoot } from '../site.ts';

interface Described {
  summary: string;
  description: string;
  parameters: { name?: string; description?: string }[];
  responses: Record<string, object>;
}
interface Document {
  paths: Record<string, { get: Described }>;
  components: {
    schemas: Record<string, { properties?: Record<string, unknown> }>;
    headers: Record<string, unknown>;
    parameters: Record<string, unknown>;
  };
}

/** `guides` is a server whose site has the guides of the product; the site of `without` does not. */
let guides: Contract;
let without: Contract;
let document: Document;
beforeAll(async () => {
  guides = await startContract(await guidesAlone());
  without = await startContract();
  document = (await (await guides.get('/api/v1/openapi.json')).json()) as Document;
});
afterAll(() => Promise.all([guides.server.close(), without.server.close()]));

/** Removes escapes and backticks. */
const plainMarkdown = (text: string): string => text.replaceAll(/\\(?=[!-/:-@[-`{-~])|`/g, '');

describe('the API reference', () => {
  it('equals the output of `npm run api-guide`', async () => {
    expect(await readFile(join(repositoryRoot, apiGuideFile), 'utf8')).toBe(apiGuide());
  });

  it.each(['zh', 'en'])(
    'contains every operation, parameter, status, schema and header of the OpenAPI document (language %s)',
    async (language) => {
      const { paths, components } = document;
      const text = await (await guides.get(`/${language}/docs/api.md`, { accept: '*/*' })).text();
      const sections = text.split(/^## /m).map(plainMarkdown);
      for (const [address, { get }] of Object.entries(paths)) {
        const section = sections.find((one) => one.startsWith(`GET ${address}`)) ?? '';
        const names = get.parameters.flatMap(({ name }) => name ?? []);
        for (const named of [get.summary, ...names, ...Object.keys(get.responses)])
          expect(section, address).toContain(named);
      }
      const whole = sections.join('\n');
      const shapes = Object.entries(components.schemas).filter(([name]) => !name.endsWith('Problem'));
      for (const [name, { properties = {} }] of shapes) {
        for (const named of [name, ...Object.keys(properties)]) expect(whole, name).toContain(named);
      }
      const headers = [...Object.keys(components.headers), ...Object.keys(components.parameters)];
      const codes = ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'RATE_LIMITED', 'INTERNAL_ERROR'];
      const limits = planNames.map((plan) => allowanceOf(plan));
      for (const named of [...headers, ...codes, ...planNames, ...limits]) expect(whole).toContain(named);
    },
  );

  it('shows one request for each operation, and all of them are answered with 200', async () => {
    const halves = apiGuide().split('# English');
    for (const half of halves) {
      const commands = [...half.matchAll(/^curl -s(?: -H '([^:]+): ([^']+)')? "\$BASE([^"]+)"$/gm)];
      const patterns = Object.keys(document.paths);
      expect(commands).toHaveLength(patterns.length);
      for (const [command, header, value = '', target = ''] of commands) {
        const address = `${without.server.origin}/api/v1${target.replace('$SLUG', known.complete)}`;
        const response = await ask(address, header === undefined ? {} : { headers: { [header]: value } });
        expect(response.status, command).toBe(200);
      }
    }
  });

  it('is absent and not linked on a site without guides', async () => {
    for (const path of ['/docs/api', '/en/docs/api', '/zh/docs/api.md']) {
      expect((await without.get(path, { accept: '*/*' })).status, path).toBe(404);
    }
    for (const path of ['/en/docs', '/zh/docs.md', '/en/', '/zh/trust', '/llms.txt', '/sitemap.xml']) {
      expect(await (await without.get(path, { accept: '*/*' })).text(), path).not.toContain('/docs/api');
    }
  });
});
