// Many articles of few, for the search: each made article begins as one does, goes on with sections of others, and has words of
// its own. Titles, headings and texts of both languages belong together as in the originals. The same articles give the same.
import type { RootContent } from 'mdast';
import { languages } from '../../build/edition/vocabulary.ts';
import { type InBoth, inBoth, type SourceArticle } from '../../build/source/article.ts';
import { oneOf, type Random, randomFrom } from '../eval/random.ts';
import { rareWords } from './rare-words.ts';

type Piece = InBoth<RootContent[]>;

/** The articles, and made ones until there are `count`; there must be an article. */
export function* mixedArticles(articles: readonly SourceArticle[], count: number): Generator<SourceArticle> {
  yield* articles.slice(0, count);
  const cut = articles.map(piecesOf);
  const sections = cut.flatMap((pieces) => pieces.slice(1));
  const beginnings = cut.flatMap(([beginning]) => beginning ?? []);
  for (let number = articles.length; number < count; number += 1) {
    const random = randomFrom(`mixed article ${number}`);
    const article = oneOf(articles, random);
    const [beginning, ...own] = cut[articles.indexOf(article)] ?? [];
    // As many sections as the article has; one that has none gets the beginning of another, which is as short.
    const others = own.map(() => oneOf(sections, random));
    const pieces = own.length === 0 ? [oneOf(beginnings, random)] : others;
    yield made(article, { number, pieces: [beginning ?? inBoth(() => []), ...pieces], random });
  }
}

/** What stands before the first section, then the sections; all of it as one where the two languages have not as many. */
function piecesOf({ parts }: SourceArticle): Piece[] {
  const cut = inBoth((language) => sectionsOf(parts[language].content));
  if (cut.zh.length !== cut.en.length) return [inBoth((language) => parts[language].content)];
  return cut.zh.map((_, at) => inBoth((language) => cut[language][at] ?? []));
}

function sectionsOf(content: readonly RootContent[]): RootContent[][] {
  const sections: RootContent[][] = [[]];
  for (const node of content) {
    if (node.type === 'heading' && node.depth === 2) sections.push([]);
    sections.at(-1)?.push(node);
  }
  return sections;
}

function made(
  article: SourceArticle,
  { number, pieces, random }: { number: number; pieces: readonly Piece[]; random: Random },
): SourceArticle {
  const words = rareWords(number);
  const told = inBoth((language) => oneOf(words[language], random));
  return {
    ...article,
    slug: `${article.slug}-${told.en}`,
    fields: { ...article.fields, title: inBoth((language) => `${article.fields.title[language]} ${told[language]}`) },
    parts: inBoth((language) => ({
      ...article.parts[language],
      content: [
        ...pieces.flatMap((piece) => piece[language]),
        {
          type: 'paragraph',
          children: [{ type: 'text', value: words[language].join(languages[0] === language ? '，' : ', ') }],
        },
      ],
    })),
  };
}
