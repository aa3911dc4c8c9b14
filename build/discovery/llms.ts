// The index for agents, `/llms.txt` (llmstxt.org, v2 of August 2026): a title, a quotation, what an agent should know without any
// heading, then lists of links to Markdown, each under a heading of the second level. No file is longer than agents read: what does not fit is divided by domain, language and number.
import { escapedMarkdown } from '../bodies/escaped-markdown.ts';
import {
  apiPrefix,
  domainPath,
  guidePath,
  llmsFullPath,
  llmsPartPath,
  llmsPath,
  openApiDocumentPath,
  pagePath,
  sitemapPath,
  trustPath,
  twinPath,
} from '../edition/locations.ts';
import { slot } from '../edition/slots.ts';
import { domainNames, domains, type Language, languages } from '../edition/vocabulary.ts';
import { docsWords } from '../pages/docs-words.ts';
import type { CompiledGuide } from '../pages/guide-page.tsx';
import type { ListedArticle } from '../pages/listed-article.ts';
import { linkLine } from '../pages/site-markdown.ts';
import { trustWords } from '../pages/trust-words.ts';
import { languageNames, words } from '../pages/words.ts';
import { inBoth } from '../source/article.ts';
import { divide, fits } from './division.ts';
import { instructions } from './instructions.ts';

/** What belongs together: the guides, or the articles of a domain, in each language a list of links. */
interface Shelf {
  /** The name of its file. */
  name: string;
  heading: string;
  lines: Record<Language, string[]>;
}

/** Characters of a summary that a list shows. */
const summaryCharactersMax = 300;

/** Path → text with slots: `/llms.txt`, and the parts that it leads to. */
export function llmsFiles(articles: readonly ListedArticle[], guides: readonly CompiledGuide[]): Map<string, string> {
  const docs = shelfOfGuides(guides);
  const shelves = [docs, ...shelvesOfArticles(articles)].filter(({ lines }) => lines.en.length > 0);
  // As much as fits stands in the file itself: everything, or the guides, or nothing.
  for (const inside of [new Set(shelves), new Set([docs])]) {
    const found = indexOf(articles.length, shelves, inside);
    if (fits(found.get(llmsPath) ?? '')) return found;
  }
  return indexOf(articles.length, shelves, new Set());
}

function indexOf(count: number, shelves: readonly Shelf[], inside: ReadonlySet<Shelf>): Map<string, string> {
  const files = new Map<string, string>();
  const outside = shelves.filter((shelf) => !inside.has(shelf));
  const links = outside.flatMap((shelf) => filesOf(shelf, files));
  const sections = [
    `# ${words.product.en}`,
    quotation,
    instructions(count),
    section(`${words.overview.en} · ${words.overview.zh}`, overview()),
    ...shelves.filter((shelf) => inside.has(shelf)).flatMap(sectionsOf),
    ...(links.length === 0 ? [] : [section(`${words.parts.en} · ${words.parts.zh}`, links)]),
    section('Optional', [
      linkLine('llms-full.txt', llmsFullPath, `${words.everything.en} / ${words.everything.zh}`),
      linkLine('sitemap.xml', sitemapPath, `${words.everyPage.en} / ${words.everyPage.zh}`),
    ]),
  ];
  return files.set(llmsPath, `${sections.join('\n\n')}\n`);
}

/** Writes a shelf as one file or as several, and returns the lines that lead to the first of them. */
function filesOf(shelf: Shelf, files: Map<string, string>): string[] {
  const whole = [headOf(shelf.heading), ...sectionsOf(shelf)].join('\n\n');
  if (fits(whole)) {
    files.set(llmsPartPath(shelf.name), `${whole}\n`);
    return [linkLine(shelf.heading, llmsPartPath(shelf.name), countsOf(shelf.lines.en.length))];
  }
  return languages.map((language) => {
    const name = `${shelf.name}.${language}`;
    const title = `${shelf.heading} (${languageNames[language]})`;
    for (const [part, lines] of divide(name, headOf(title), shelf.lines[language])) {
      files.set(llmsPartPath(part), `${headOf(title)}\n\n${section(languageNames[language], lines)}\n`);
    }
    return linkLine(title, llmsPartPath(name), countsOf(shelf.lines[language].length));
  });
}

const quotation = `> ${languages.map((language) => words.tagline[language]).join(' / ')}`;

function headOf(heading: string): string {
  const origin = `${words.partOf.en} / ${words.partOf.zh}: ${slot('origin')}${llmsPath}`;
  return `# ${words.product.en}: ${heading}\n\n${quotation}\n\n${origin}`;
}

const countsOf = (count: number): string => `${count} ${words.texts.en} / ${count} ${words.texts.zh}`;

const section = (heading: string, lines: readonly string[]): string => `## ${heading}\n\n${lines.join('\n')}`;

function sectionsOf({ heading, lines }: Shelf): string[] {
  return languages.map((language) => section(`${heading} (${languageNames[language]})`, lines[language]));
}

/** The description of the API; the home page, the list of guides and the domains, in both languages. */
function overview(): string[] {
  const pages = languages.flatMap((language) => [
    linkLine(words.home[language], twinPath(`/${language}/`), words.tagline[language]),
    linkLine(words.docs[language], twinPath(`/${language}/docs`), docsWords.intro[language]),
    linkLine(trustWords.title[language], twinPath(`/${language}${trustPath}`), trustWords.intro[language]),
    ...domains.map((domain) =>
      linkLine(
        domainNames[domain][language],
        twinPath(domainPath(domain, language)),
        `\`${apiPrefix}/search?domain=${domain}\``,
      ),
    ),
  ]);
  const description = languages.map((language) => docsWords.openApi[language]).join(' / ');
  return [linkLine('openapi.json', openApiDocumentPath, description), ...pages];
}

function shelfOfGuides(guides: readonly CompiledGuide[]): Shelf {
  const lines = inBoth((language) =>
    guides.map(({ slug, fields }) =>
      linkLine(fields.title[language], twinPath(guidePath(slug, language)), shortened(fields.summary[language])),
    ),
  );
  return { name: 'docs', heading: `${words.docs.en} · ${words.docs.zh}`, lines };
}

function shelvesOfArticles(articles: readonly ListedArticle[]): Shelf[] {
  return domains.map((domain) => {
    const own = articles.filter(({ row }) => row.domain === domain);
    const lines = inBoth((language) =>
      own.map(({ row, title, summary }) =>
        linkLine(title[language], twinPath(pagePath(row.slug, language)), shortened(summary[language])),
      ),
    );
    return { name: domain, heading: `${domainNames[domain].en} · ${domainNames[domain].zh}`, lines };
  });
}

function shortened(summary: string): string {
  const characters = [...summary];
  const shown = characters.slice(0, summaryCharactersMax).join('');
  return escapedMarkdown(characters.length > summaryCharactersMax ? `${shown.trimEnd()}…` : shown);
}
