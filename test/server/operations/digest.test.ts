import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startServer } from '../../server.ts';
import { fixtures, publishFolder } from '../../site.ts';

interface Received {
  slug: string;
  digest: string;
  title: Record<string, string>;
  summary: Record<string, string>;
  content: Record<string, string>;
  qa: { question: Record<string, string>; answer: Record<string, string> }[];
}

/** Computes the digest from the JSON of an article, exactly as the trust guide describes it. */
function digestOfReceived({ title, summary, content, qa }: Received): string {
  const parts = [
    ...['zh', 'en'].map((language) => [`title.${language}`, title[language]]),
    ...['zh', 'en'].map((language) => [`summary.${language}`, summary[language]]),
    ...['zh', 'en'].map((language) => [`body.${language}`, content[language]]),
    ...qa.flatMap(({ question, answer }, index) => [
      ...['zh', 'en'].map((language) => [`question.${index + 1}.${language}`, question[language]]),
      ...['zh', 'en'].map((language) => [`answer.${index + 1}.${language}`, answer[language]]),
    ]),
  ];
  const hash = createHash('sha256').update('stele-digest-1\n');
  for (const [name, text = ''] of parts) {
    const canonical = text.normalize('NFC').trim();
    hash.update(`${name} ${Buffer.byteLength(canonical)}\n${canonical}\n`);
  }
  return `sha256-${hash.digest('hex')}`;
}

describe('the digest of an article', () => {
  it('can be computed from the JSON of the article', async () => {
    const server = await startServer(await publishFolder(join(fixtures, 'site')));
    const { body } = await server.json('/api/v1/search?pageSize=100');
    const slugs = (body.data.items as { slug: string }[]).map(({ slug }) => slug);
    expect(slugs.length).toBeGreaterThan(5);
    for (const slug of slugs) {
      const received = (await server.json(`/api/v1/articles/${slug}`)).body.data as Received;
      expect([slug, digestOfReceived(received)]).toEqual([slug, received.digest]);
    }
  });
});
