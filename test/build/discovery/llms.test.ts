// `/llms.txt` and its parts. For any site, each file is below the maximum length, and each language of each article and guide is linked
// exactly once.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { charactersMax, llmsFiles } from '../../../build/discovery/llms.ts';
import { defaultSite, domainIds } from '../../../build/edition/site-settings.ts';
import { fillSlots } from '../../../build/edition/slots.ts';
import type { ListedArticle } from '../../../build/pages/article-row.tsx';
import type { CompiledGuide } from '../../../build/pages/docs-pages.tsx';
import { parsedIndex } from './llms-parser.ts';

const domains = domainIds(defaultSite);

const indexOf = (articles: ListedArticle[], guides: CompiledGuide[]) => llmsFiles(articles, guides, defaultSite);

/** The longest origin that a public address can have. */
const longestOrigin = `https://${'a.'.repeat(126)}a:65535`;

interface Shape {
  count: number;
  titleLength?: number;
  summaryLength?: number;
  domainOf?: (index: number) => string;
}

function articlesOf({ count, titleLength = 60, summaryLength = 200, domainOf }: Shape): ListedArticle[] {
  return Array.from({ length: count }, (_, index) => {
    const title = `Teapot ${index} `.padEnd(titleLength, 'x').slice(0, titleLength);
    const summary = 'Why it drips. '.repeat(60).slice(0, summaryLength);
    return {
      row: {
        id: `art_${index}`,
        slug: `teapot-${index}`.padEnd(100, 'x'),
        aliases: [],
        domain: domainOf?.(index) ?? domains[index % domains.length] ?? 'mcp',
        verificationStatus: 'verified',
        confidenceScore: 90,
        riskLevel: 'low',
        updatedAt: '2026-01-03T00:00:00Z',
        digest: `sha256-${'0'.repeat(64)}`,
      },
      title: { zh: title, en: title },
      summary: { zh: summary, en: summary },
      checks: { checkedAt: null, outdated: [], failing: [], reviewBy: null },
      evidence: { ran: 0, checked: 0, cited: 0, none: 1 },
      age: { months: null, isOverdue: false },
      html: { zh: '', en: '' },
    };
  });
}

const guide = (slug: string, summary = 'How to ask.'): CompiledGuide => ({
  slug,
  fields: { title: { zh: '指南', en: 'Guide' }, summary: { zh: summary, en: summary }, order: 1, audience: 'agent' },
  pages: { zh: '', en: '' },
  markdown: { zh: '', en: '' },
});

/** The paths of all links in a file, in order of appearance. */
const linksIn = (text: string): string[] => [...text.matchAll(/\]\(\0origin\0([^)]+)\)/g)].map(([, path = '']) => path);

/** All links reachable from `/llms.txt`: `parts` are other files of the index, `links` are all other targets. */
function reachable(files: ReadonlyMap<string, string>): { links: string[]; parts: string[] } {
  const links: string[] = [];
  const parts: string[] = [];
  const open = ['/llms.txt'];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    for (const link of linksIn(files.get(path) ?? '')) {
      if (!link.startsWith('/llms/')) links.push(link);
      else {
        parts.push(link);
        open.push(link);
      }
    }
  }
  return { links, parts };
}

describe('the index for agents', () => {
  it('is split, as it grows, into files by domain, then by language, then by number', () => {
    expect([...indexOf(articlesOf({ count: 20 }), [guide('asking')]).keys()]).toEqual(['/llms.txt']);
    expect([...indexOf(articlesOf({ count: 100 }), [guide('asking')]).keys()].sort()).toEqual(
      ['/llms.txt', ...domains.map((domain) => `/llms/${domain}.txt`)].sort(),
    );
    const oneDomain = indexOf(articlesOf({ count: 60, domainOf: () => 'mcp' }), []);
    expect([...oneDomain.keys()].sort()).toEqual(['/llms.txt', '/llms/mcp.en.txt', '/llms/mcp.zh.txt']);
    const large = indexOf(articlesOf({ count: 200, domainOf: () => 'mcp' }), []);
    expect([...large.keys()]).toEqual(expect.arrayContaining(['/llms/mcp.en.txt', '/llms/mcp.en.1.1.txt']));
  });

  it('has only files below 50,000 characters, even with the longest origin, and links to every text once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_500 }),
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 600 }),
        fc.integer({ min: 1, max: domains.length }),
        fc.constantFrom(0, 1, 7, 80),
        (count, titleLength, summaryLength, used, guideCount) => {
          const domainOf = (index: number): string => domains[index % used] ?? 'mcp';
          const articles = articlesOf({ count, titleLength, summaryLength, domainOf });
          const guides = Array.from({ length: guideCount }, (_, index) =>
            guide(`g${index}`, 'x'.repeat(summaryLength)),
          );
          const files = indexOf(articles, guides);
          for (const [path, template] of files) {
            const text = fillSlots(template, { origin: longestOrigin });
            expect(text.length, path).toBeLessThan(charactersMax);
            expect(parsedIndex(text).title, path).toMatch(/^Stele(?:: .+)?$/);
          }
          const { links, parts } = reachable(files);
          expect([...parts].sort()).toEqual([...files.keys()].filter((path) => path !== '/llms.txt').sort());
          const found = links.filter((link) => link.includes('/articles/') || /\/docs\//.test(link));
          const expected = ['zh', 'en'].flatMap((language) => [
            ...articles.map(({ row }) => `/${language}/articles/${row.slug}.md`),
            ...guides.map(({ slug }) => `/${language}/docs/${slug}.md`),
          ]);
          expect(found.sort()).toEqual(expected.sort());
        },
      ),
      { numRuns: 12 },
    );
  });

  it('escapes Markdown in titles, and truncates long summaries', () => {
    const [article] = articlesOf({ count: 1, summaryLength: 600 });
    if (article === undefined) throw new Error('one article was asked for');
    const odd = { ...article, title: { zh: '[甲](乙)`', en: 'a [b](c) *d* __proto__ snake_case <e>' } };
    const text = indexOf([odd], []).get('/llms.txt') ?? '';
    const entries = [...parsedIndex(text).sections.values()].flat();
    const namesOf = (end: string) => entries.filter(({ url }) => url.endsWith(end)).map(({ name }) => name);
    expect(namesOf(`/en/articles/${article.row.slug}.md`)).toEqual([
      'a &#91;b&#93;(c) \\*d\\* \\_\\_proto\\_\\_ snake_case \\<e>',
    ]);
    expect(namesOf(`/zh/articles/${article.row.slug}.md`)).toEqual(['&#91;甲&#93;(乙)\\`']);
    expect(text).toMatch(/drips\. .*…$/m);
    for (const line of text.split('\n')) expect(line.length).toBeLessThan(700);
  });
});
