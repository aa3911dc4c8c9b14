// A small edition for tests of the server: a few articles in two domains, compiled quickly. Each generation has different
// texts under the same slugs, and therefore a different buildId.
import type { Compilation } from '../../build/compile.ts';
import { publishEdition } from '../../build/write.ts';
import { articleText, compileFolder, contentOf, temporaryFolder } from '../site.ts';

export const slugs = ['teapot', 'kettle', 'samovar', 'percolator'] as const;

/** The title of every article of a generation. */
export const titleOf = (generation: number): string => `Vessel of generation ${generation}`;

export async function smallContent(generation = 0): Promise<string> {
  const articles = slugs.map((slug, index) => [
    `${index % 2 === 0 ? 'mcp' : 'agent'}/${slug}.md`,
    articleText({
      id: `art_${slug}`,
      zhTitle: `第${generation}代茶具`,
      enTitle: titleOf(generation),
      fields: { aliases: `[old-${slug}]`, related: index === 0 ? '[]' : '[art_teapot]' },
      en: `## Cause\n\nThe ${slug} clings to its water.\n\n${'A drop follows the spout. '.repeat(60)}`,
    }),
  ]);
  return contentOf(Object.fromEntries(articles));
}

const compiled = new Map<number, Promise<Compilation>>();

/** Publishes a generation into `outFolder`, or into a new folder. Each generation is compiled once per process. */
export async function smallEdition(generation = 0, outFolder?: string): Promise<string> {
  const compilation = compiled.get(generation) ?? smallContent(generation).then((content) => compileFolder(content));
  compiled.set(generation, compilation);
  const { edition } = await compilation;
  if (edition === undefined) throw new Error('the small site does not compile');
  const out = outFolder ?? (await temporaryFolder());
  await publishEdition(out, edition, { keep: 5 });
  return out;
}
