// Makes content folders from article templates, compiles content, and publishes editions into temporary folders.
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { type Compilation, compile } from '../build/compile.ts';
import { pagePlaces } from '../build/edition/catalogue.ts';
import { pagesFile, pagesPackFile } from '../build/edition/locations.ts';
import { readAssets, readContent } from '../build/read.ts';
import { publishEdition } from '../build/write.ts';

export const repositoryRoot = fileURLToPath(new URL('..', import.meta.url));
export const fixtures = fileURLToPath(new URL('fixtures', import.meta.url));

/** Creates a folder that is removed after the test, or after the run if it is created in beforeAll. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stele-test-'));
  try {
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
  } catch {
    // onTestFinished throws outside of a test. `test/global-setup.ts` removes the temporary folder of the whole run.
  }
  return folder;
}

/** Creates a content folder with the given files: text by path. */
export async function contentOf(files: Record<string, string | Uint8Array>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

/** Compiles a content folder. `now`, in milliseconds, lets the compiler report records with a future date. */
export async function compileFolder(contentFolder: string, now?: number): Promise<Compilation> {
  return compile({ entries: await readContent(contentFolder), assets: await readAssets(repositoryRoot), now });
}

/** Compiles a content folder, throws if it has errors, and publishes the edition. Returns the folder for `stele start --edition`. */
export async function publishFolder(contentFolder: string, outFolder?: string): Promise<string> {
  const { edition, messages } = await compileFolder(contentFolder);
  if (edition === undefined) throw new Error(`the content does not compile: ${JSON.stringify(messages, null, 2)}`);
  const out = outFolder ?? (await temporaryFolder());
  await publishEdition(out, edition, { keep: 5 });
  return out;
}

/** Creates a content folder with the guides of the product and no articles. */
export async function guidesAlone(): Promise<string> {
  const folder = await temporaryFolder();
  await cp(join(repositoryRoot, 'content', 'guides'), join(folder, 'guides'), { recursive: true });
  return folder;
}

export async function copyOf(folder: string): Promise<string> {
  const copy = await temporaryFolder();
  await cp(folder, copy, { recursive: true });
  return copy;
}

export interface ArticleParts {
  id?: string;
  zhTitle?: string;
  enTitle?: string;
  /** YAML values by field, such as `high` for `riskLevel`. They replace the default fields or are added to them. */
  fields?: Record<string, string>;
  zh?: string;
  en?: string;
}

/** The text of a valid article, in which a test can replace the parts that it needs. */
export function articleText(parts: ArticleParts = {}): string {
  const fields: Record<string, string> = {
    id: parts.id ?? 'art_teapot',
    title: `{ zh: "${parts.zhTitle ?? '茶壶'}", en: "${parts.enTitle ?? 'Teapot'}" }`,
    summary: '{ zh: "茶壶为什么会漏水。", en: "Why a teapot drips." }',
    author: 'Stele editors',
    tags: '[kitchen]',
    keywords: '[dripping]',
    riskLevel: 'low',
    createdAt: '2026-01-01T00:00:00Z',
    publishedAt: '2026-01-02T00:00:00Z',
    updatedAt: '2026-01-03T00:00:00Z',
    ...parts.fields,
  };
  const yaml = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  const zh = parts.zh ?? '## 原因\n\n水会沿着壶嘴流下来。';
  const en = parts.en ?? '## Cause\n\nWater clings to the spout.';
  return `---\n${yaml.join('\n')}\n---\n\n# 中文\n\n${zh}\n\n# English\n\n${en}\n`;
}

/** The pages of an edition by name, except pages of articles. */
export function pagesOf(edition: Compilation['edition']): Record<string, string> {
  const content = (path: string): Buffer => Buffer.from(edition?.files.get(path) ?? []);
  const places = pagePlaces.parse(JSON.parse(content(pagesFile).toString('utf8')));
  const pack = content(pagesPackFile);
  return Object.fromEntries(
    Object.entries(places).map(([name, [offset, length]]) => [name, pack.toString('utf8', offset, offset + length)]),
  );
}
