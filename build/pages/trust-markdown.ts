// The Markdown twin of the trust page: the same numbers and lists.
import { escapedMarkdown } from '../bodies/escaped-markdown.ts';
import { domainPath, guidePath, pagePath, twinPath } from '../edition/locations.ts';
import { slot } from '../edition/slots.ts';
import { domainNames, type Language, verificationStatuses } from '../edition/vocabulary.ts';
import { type Figures, shareOf } from '../trust/figures.ts';
import type { CompiledGuide } from './guide-page.tsx';
import type { ListedArticle } from './listed-article.ts';
import { attentionText, dayOf, hasTrustGuide, trustGuide } from './trust-page.tsx';
import { type TrustReport, trustReportOf } from './trust-report.ts';
import { meanings, trustWords } from './trust-words.ts';
import { statusWords } from './words.ts';

export function trustMarkdown(
  language: Language,
  articles: readonly ListedArticle[],
  guides: readonly CompiledGuide[],
): string {
  const report = trustReportOf(articles);
  const parts = report.all.articles === 0 ? [trustWords.nothing[language]] : partsOf(language, report);
  const guide = `[${trustWords.guide[language]}](${slot('origin')}${twinPath(guidePath(trustGuide, language))})`;
  return `${[
    `# ${trustWords.title[language]}\n\n> ${trustWords.intro[language]}\n\n${slot('index')}${parts.join('\n\n')}`,
    `## ${trustWords.meaning[language]}`,
    ...meanings.map((meaning) => meaning[language]),
    ...(hasTrustGuide(guides) ? [guide] : []),
  ].join('\n\n')}\n`;
}

function partsOf(language: Language, { all, byDomain, ranges, oldest, attention }: TrustReport): string[] {
  const { articles, statuses, confidence, oldestVerification } = all;
  const link = ({ row, title }: ListedArticle): string =>
    `[${escapedMarkdown(title[language])}](${slot('origin')}${twinPath(pagePath(row.slug, language))})`;
  return [
    [
      `- ${trustWords.articles[language]}: ${articles}`,
      `- ${trustWords.verifiedShare[language]}: ${shareOf(statuses.verified, articles)}%`,
      `- ${trustWords.median[language]}: ${confidence?.median}`,
      `- ${trustWords.least[language]}: ${confidence?.least}`,
      `- ${trustWords.oldest[language]}: ${dayOf(oldestVerification)}`,
    ].join('\n'),
    `## ${trustWords.byDomain[language]}`,
    table([
      [
        trustWords.domain[language],
        trustWords.articles[language],
        ...verificationStatuses.map((status) => statusWords[status][language]),
        ...[trustWords.least, trustWords.median, trustWords.oldest].map((name) => name[language]),
      ],
      ...byDomain.map(({ domain, ...figures }) => [
        `[${domainNames[domain][language]}](${slot('origin')}${twinPath(domainPath(domain, language))})`,
        ...cellsOf(figures),
      ]),
      [trustWords.all[language], ...cellsOf(all)],
    ]),
    `## ${trustWords.scores[language]}`,
    table([
      [trustWords.score[language], trustWords.status[language], trustWords.articles[language]],
      ...ranges
        .filter((range) => range.articles > 0)
        .map((range) => [`${range.from}–${range.to}`, statusWords[range.status][language], String(range.articles)]),
      [trustWords.all[language], '', String(articles)],
    ]),
    ...(oldest.length === 0
      ? []
      : [
          `## ${trustWords.oldestList[language]}`,
          oldest
            .map((one, index) => `${index + 1}. ${dayOf(one.checkedAt)} ${link(one)} ${one.row.confidenceScore}%`)
            .join('\n'),
        ]),
    `## ${trustWords.attention[language]}`,
    attention.length === 0
      ? trustWords.attentionNone[language]
      : attention.map((one) => attentionLine(one, link(one), language)).join('\n'),
  ];
}

function attentionLine({ row, checks }: ListedArticle, link: string, language: Language): string {
  const status = statusWords[row.verificationStatus][language];
  return `- ${link} ${status} ${escapedMarkdown(attentionText(checks, language))}`;
}

function cellsOf({ articles, statuses, confidence, oldestVerification }: Figures): string[] {
  const numbers = [articles, ...verificationStatuses.map((status) => statuses[status])];
  return [...numbers, confidence?.least ?? '–', confidence?.median ?? '–', dayOf(oldestVerification)].map(String);
}

function table([head = [], ...rows]: readonly string[][]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
