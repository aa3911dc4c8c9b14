// Compiles real articles: those of the repository, and 240 from a corpus folder beside the repository.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { fixAll } from '../../build/fixes.ts';
import { hasErrors } from '../../build/messages.ts';
import { readContent } from '../../build/read.ts';
import { readDraft } from '../../build/source/draft.ts';
import { frontMatterJsonSchema } from '../../scripts/schema.ts';
import { compileFolder, repositoryRoot } from '../site.ts';

const content = join(repositoryRoot, 'content');
const corpus = join(repositoryRoot, '../shared/corpus/xquad/articles');

it('the fixer finds nothing to fix in the articles of the repository', async () => {
  expect(fixAll(await readContent(content)).fixed.map(({ path }) => path)).toEqual([]);
});

it('the JSON Schema accepts the front matter of all articles of the repository', async () => {
  const ajv = new Ajv({ strict: true, allowUnionTypes: true, formats: { date: true, 'date-time': true } });
  const isValid = { article: frontMatterJsonSchema('article'), guide: frontMatterJsonSchema('guide') };
  const refused = (await readContent(content))
    .map(readDraft)
    .filter(({ fields, frontMatter }) => !ajv.validate(isValid[fields.kind], frontMatter.values));
  expect(refused.map(({ path }) => path)).toEqual([]);
});

it('the 240 articles of the corpus compile without an error', async ({ skip }) => {
  if (!existsSync(corpus)) {
    const reason = 'there is no corpus at ../shared/corpus beside the repository';
    console.warn(`not checked: ${reason}`);
    skip(reason);
  }
  const { messages, edition } = await compileFolder(corpus);
  expect(messages.filter((message) => hasErrors([message]))).toEqual([]);
  expect(edition?.manifest.articles).toBe(240);
});
