// How often the context of a question holds a passage of an article that answers it, at several budgets of tokens.
import type { Library } from '../../server/library.ts';
import { getContext } from '../../server/operations/get-context.ts';
import type { JudgedQuery, QuerySet } from './queries.ts';
import { timeOf } from './systems.ts';
import { tableText } from './table.ts';

const budgets = [500, 1000, 2000];

export interface ContextGroup {
  name: string;
  language: string;
  n: number;
  maxTokens: number;
  /** The share of questions with a passage of an answering article, anywhere and first. */
  found: number;
  first: number;
  /** Means over the questions. */
  passages: number;
  tokens: number;
  p50Ms: number;
}

interface Asked {
  place: number;
  passages: number;
  tokens: number;
  ms: number;
}

export function contextGroups(library: Library, sets: readonly QuerySet[]): ContextGroup[] {
  return sets.flatMap(({ name, queries }) =>
    [...new Set(queries.map(({ language }) => language))].flatMap((language) => {
      const own = queries.filter((query) => query.language === language);
      return budgets.map((maxTokens): ContextGroup => {
        const asked = own.map((query) => ask(library, query, maxTokens));
        const mean = (of: (one: Asked) => number): number =>
          asked.reduce((sum, one) => sum + of(one), 0) / Math.max(1, asked.length);
        const times = asked.map(({ ms }) => ms).sort((left, right) => left - right);
        return {
          name,
          language,
          n: own.length,
          maxTokens,
          found: mean(({ place }) => (place >= 0 ? 1 : 0)),
          first: mean(({ place }) => (place === 0 ? 1 : 0)),
          passages: mean(({ passages }) => passages),
          tokens: mean(({ tokens }) => tokens),
          p50Ms: times[times.length >> 1] ?? 0,
        };
      });
    }),
  );
}

function ask(library: Library, { q, relevant }: JudgedQuery, maxTokens: number): Asked {
  const input = getContext.input.safeParse({ q, maxTokens: String(maxTokens) });
  if (!input.success) return { place: -1, passages: 0, tokens: 0, ms: 0 };
  let text = '';
  const ms = timeOf(() => {
    const context = { library, origin: '', preferredFormat: 'json' as const, agent: undefined };
    const outcome = getContext.run(context, input.data);
    if (outcome.kind === 'data') text = outcome.pieces.join('');
  });
  const { passages, tokens } = getContext.output.parse(JSON.parse(text));
  return { place: passages.findIndex(({ slug }) => relevant.includes(slug)), passages: passages.length, tokens, ms };
}

export function contextText(groups: readonly ContextGroup[]): string {
  const share = (value: number): string => value.toFixed(3).replace(/^0/, '');
  return tableText(
    ['set', '', 'n', 'tokens ≤', 'found', 'first', 'passages', 'tokens', 'p50 ms'],
    groups.map(({ name, language, n, maxTokens, found, first, passages, tokens, p50Ms }) => [
      name,
      language,
      String(n),
      String(maxTokens),
      share(found),
      share(first),
      passages.toFixed(1),
      tokens.toFixed(0),
      p50Ms.toFixed(1),
    ]),
    2,
  );
}
