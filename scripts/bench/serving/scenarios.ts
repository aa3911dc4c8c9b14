// What is asked for: answers of usual sizes, in identity and in gzip.
import type { PeerAnswer } from './answers.ts';

/** Bytes that an answer should have, about: those of a large article, of one language as Markdown, of a page of results. */
const wanted = { article: 25_000, markdown: 12_000, search: 6_000 } as const;
type Subject = keyof typeof wanted;

export interface Scenario {
  name: string;
  subject: Subject;
  coding: 'identity' | 'gzip';
  /** What the service answers at, and its peers. */
  path: string;
  peerPath: string;
  bytes: number;
}

export interface Scenarios {
  scenarios: Scenario[];
  answers: PeerAnswer[];
}

const slugsMax = 100;
const searchWords = 'MCP server';

/** Chosen among the articles of a served edition. */
export async function scenariosOf(origin: string): Promise<Scenarios> {
  const ask = async (path: string): Promise<string> => (await fetch(`${origin}${path}`)).text();
  const listed = JSON.parse(await ask(`/api/v1/search?pageSize=${slugsMax}`)) as {
    data: { items: { slug: string }[] };
  };
  const slugs = listed.data.items.map(({ slug }) => slug);
  const searches = Array.from(
    { length: 20 },
    (_, index) => `/api/v1/search?q=${encodeURIComponent(searchWords)}&pageSize=${index + 1}`,
  );
  const paths: Record<Subject, string[]> = {
    article: slugs.map((slug) => `/api/v1/articles/${slug}?format=json`),
    markdown: slugs.map((slug) => `/api/v1/articles/${slug}?format=markdown&lang=en`),
    search: searches,
  };
  const scenarios: Scenario[] = [];
  const answers: PeerAnswer[] = [];
  for (const subject of Object.keys(wanted) as Subject[]) {
    const { path, text } = await nearest(paths[subject], wanted[subject], ask);
    const peerPath = `/${subject}`;
    const format = subject === 'markdown' ? 'markdown' : 'json';
    answers.push({ path: peerPath, format, text: format === 'json' ? JSON.stringify(JSON.parse(text).data) : text });
    const bytes = Buffer.byteLength(text);
    for (const coding of ['identity', 'gzip'] as const)
      scenarios.push({ name: `${subject}, ${coding}`, subject, coding, path, peerPath, bytes });
  }
  return { scenarios, answers };
}

async function nearest(
  paths: readonly string[],
  bytes: number,
  ask: (path: string) => Promise<string>,
): Promise<{ path: string; text: string }> {
  let best: { path: string; text: string; distance: number } | undefined;
  for (const path of paths) {
    const text = await ask(path);
    const distance = Math.abs(Buffer.byteLength(text) - bytes);
    if (best === undefined || distance < best.distance) best = { path, text, distance };
  }
  if (best === undefined) throw new Error('the edition has no articles');
  return best;
}
