// The Markdown twins of the pages that belong to no single article: home, domains, trust, docs, guides.
import { escapedMarkdown } from '../bodies/escaped-markdown.ts';
import { domainPath, guidePath, openApiDocumentPath, pagePath, trustPath, twinPath } from '../edition/locations.ts';
import { slot } from '../edition/slots.ts';
import { type Domain, domainNames, domains, type Language, languages } from '../edition/vocabulary.ts';
import { audiences } from '../source/front-matter-schema.ts';
import { docsWords } from './docs-words.ts';
import { domainLines } from './domain-lines.ts';
import type { CompiledGuide } from './guide-page.tsx';
import { type ListedArticle, newestShown } from './listed-article.ts';
import { trustMarkdown } from './trust-markdown.ts';
import { hasTrustGuide, trustGuide } from './trust-page.tsx';
import { trustWords } from './trust-words.ts';
import { audienceWords, riskWords, statusWords, words } from './words.ts';

/** Every twin by its name, which is that of the page and `.md`; with slots. */
export function renderSiteMarkdown(
  articles: readonly ListedArticle[],
  guides: readonly CompiledGuide[],
): Record<string, string> {
  return Object.fromEntries(languages.flatMap((language) => Object.entries(twinsIn(language, articles, guides))));
}

function twinsIn(
  language: Language,
  articles: readonly ListedArticle[],
  guides: readonly CompiledGuide[],
): Record<string, string> {
  const twins: Record<string, string> = {
    [`${language}/home.md`]: homeOf(language, articles),
    [`${language}/docs.md`]: docsOf(language, guides),
    [`${language}${trustPath}.md`]: trustMarkdown(language, articles, guides),
  };
  for (const domain of domains) twins[`${language}/domains/${domain}.md`] = domainOf(language, domain, articles);
  for (const { slug, markdown } of guides) twins[`${language}/docs/${slug}.md`] = markdown[language];
  return twins;
}

/**
 * An entry of a list: the title as a link to a Markdown twin, and what is said of it. Brackets in the title are character references,
 * as parsers of `/llms.txt` end a title at its first `]`, escaped or not.
 */
export function linkLine(title: string, path: string, text: string): string {
  const name = escapedMarkdown(title).replaceAll('\\[', '&#91;').replaceAll('\\]', '&#93;');
  return `- [${name}](${slot('origin')}${path}): ${text}`;
}

function homeOf(language: Language, articles: readonly ListedArticle[]): string {
  const domainLines = domains.map((domain) => {
    const address = `${slot('origin')}${twinPath(domainPath(domain, language))}`;
    return `- [${domainNames[domain][language]}](${address}) ${countOf(language, domain, articles)}`;
  });
  return [
    `# ${words.product[language]}\n\n> ${words.tagline[language]}\n\n${slot('index')}## ${words.domains[language]}`,
    domainLines.join('\n'),
    `## ${words.newest[language]}`,
    `${articles.slice(0, newestShown).map(rowIn(language)).join('\n')}\n`,
  ].join('\n\n');
}

function domainOf(language: Language, domain: Domain, articles: readonly ListedArticle[]): string {
  const own = articles.filter(({ row }) => row.domain === domain);
  const count = `${countOf(language, domain, articles)} · \`${domain}\``;
  const head = `# ${domainNames[domain][language]}\n\n> ${domainLines[domain][language]}`;
  return `${head}\n\n${slot('index')}${count}\n\n${own.map(rowIn(language)).join('\n')}\n`;
}

function docsOf(language: Language, guides: readonly CompiledGuide[]): string {
  const sections = audiences.flatMap((audience) => {
    const own = guides.filter(({ fields }) => fields.audience === audience);
    if (own.length === 0) return [];
    const lines = own.map(({ slug, fields }) =>
      linkLine(fields.title[language], twinPath(guidePath(slug, language)), escapedMarkdown(fields.summary[language])),
    );
    return [`## ${audienceWords[audience][language]}\n\n${lines.join('\n')}`];
  });
  const page = (path: string): string => `${slot('origin')}${twinPath(`/${language}${path}`)}`;
  const see = [
    `[${docsWords.openApi[language]}](${slot('origin')}${openApiDocumentPath})`,
    ...(hasTrustGuide(guides) ? [`[${docsWords.trust[language]}](${page(guidePath(trustGuide))})`] : []),
    `[${trustWords.title[language]}](${page(trustPath)})`,
  ];
  return [
    `# ${words.docs[language]}\n\n> ${docsWords.intro[language]}\n\n${slot('index')}${sections.join('\n\n')}`,
    `## ${docsWords.reading[language]}\n\n${see.map((link) => `- ${link}`).join('\n')}\n`,
  ].join('\n\n');
}

function countOf(language: Language, domain: Domain, articles: readonly ListedArticle[]): string {
  return `${articles.filter(({ row }) => row.domain === domain).length} ${words.articles[language]}`;
}

const rowIn =
  (language: Language) =>
  ({ row, title, summary }: ListedArticle): string => {
    const { slug, verificationStatus, confidenceScore, riskLevel, updatedAt } = row;
    const marks = [
      statusWords[verificationStatus][language],
      `${words.confidence[language]} ${confidenceScore}%`,
      `${words.risk[language]}: ${riskWords[riskLevel][language]}`,
      `${words.updated[language]} ${updatedAt.slice(0, 10)}`,
    ];
    const text = `${escapedMarkdown(summary[language])} (${marks.join(' · ')})`;
    return linkLine(title[language], twinPath(pagePath(slug, language)), text);
  };
