// What usual callers ask of the articles that are served: searches, articles in every form, pages, the domains.
import { z } from 'zod';
import { oneOf, randomFrom } from '../eval/random.ts';
import { addressOf, getText } from './addresses.ts';
import type { Callers } from './callers.ts';
import { type Generation, markers } from './generations.ts';

export interface Wish {
  target: string;
  /** The generation whose own word is searched for. */
  searched?: Generation;
}

export interface Article {
  id: string;
  slug: string;
  title: { zh: string; en: string };
}

const item = z.object({ id: z.string(), slug: z.string(), title: z.object({ zh: z.string(), en: z.string() }) });
const found = z.object({ data: z.object({ items: z.array(item) }) });

/** The first hundred articles that a server has. */
export async function articlesOf(callers: Callers): Promise<Article[]> {
  const { answers } = await callers.ask(addressOf(0), getText('/api/v1/search?pageSize=100'));
  return found.parse(JSON.parse(answers[0]?.text ?? '')).data.items;
}

/** What is asked by the request of each number; the same seed asks the same. With `marked` also for the words of generations. */
export function wishes(articles: readonly Article[], { seed, marked }: { seed: string; marked: boolean }) {
  const random = randomFrom(seed);
  const wordOf = (): string => {
    const { title } = oneOf(articles, random);
    return oneOf(`${title.en} ${title.zh}`.split(/\s+/), random);
  };
  const kinds: (() => Wish)[] = [
    () => ({ target: `/api/v1/search?q=${encodeURIComponent(wordOf())}` }),
    () => ({ target: `/api/v1/search?q=${encodeURIComponent(`${wordOf()} ${wordOf()}`)}&snippet=true&facets=true` }),
    () => ({ target: '/api/v1/search?pageSize=50' }),
    () => ({ target: `/api/v1/articles/${oneOf(articles, random).slug}` }),
    () => ({ target: `/api/v1/articles/${oneOf(articles, random).slug}?format=markdown` }),
    () => ({ target: `/api/v1/articles/${oneOf(articles, random).slug}?lang=zh` }),
    () => ({ target: `/api/v1/context?q=${encodeURIComponent(wordOf())}` }),
    () => ({ target: `/en/articles/${oneOf(articles, random).slug}` }),
    () => ({ target: `/zh/articles/${oneOf(articles, random).slug}.md` }),
    () => ({ target: '/api/v1/domains' }),
  ];
  const searchesForMarkers: (() => Wish)[] = ([0, 1] as const).map((searched) => () => ({
    target: `/api/v1/search?q=${markers[searched]}`,
    searched,
  }));
  const all = marked ? [...kinds, ...searchesForMarkers] : kinds;
  return (): Wish => oneOf(all, random)();
}
