// The file that `stele new` writes: front matter and a skeleton in both languages. `stele check` accepts it without errors and warns
// about each text that the author must still write. All functions here are pure.
import { Document, isMap, isScalar, visit } from 'yaml';
import type { SiteSettings } from '../build/edition/site-settings.ts';
import type { Bilingual, RiskLevel } from '../build/edition/vocabulary.ts';
import { templateCode, templateTag, templateTexts } from '../build/rules/unfinished.ts';
import type { SourceEntry } from '../build/source/entry.ts';

/** The author's options for a new article; missing ones are undefined. */
export interface ArticleOptions {
  /** A domain id. */
  domain: string;
  slug: string;
  titleZh?: string | undefined;
  titleEn?: string | undefined;
  summaryZh?: string | undefined;
  summaryEn?: string | undefined;
  tags?: string[] | undefined;
  keywords?: string[] | undefined;
  risk?: RiskLevel | undefined;
  author?: string | undefined;
}

/** Fields of a new article that the author does not choose. */
export interface GeneratedFields {
  id: string;
  now: Date;
  /** The settings of the site to which the article belongs. */
  site: SiteSettings;
}

const { zh, en } = templateTexts;

export const defaultAuthor = ({ author, name }: SiteSettings): string => author ?? `${name.en} editors`;

/** The distinct parts of a list separated by Chinese or Latin commas; undefined if it has none. */
export function listOf(text = ''): string[] | undefined {
  const parts = text.split(/[,，]/).map((part) => part.trim());
  const named = [...new Set(parts.filter((part) => part !== ''))];
  return named.length === 0 ? undefined : named;
}

/** The new article as the compiler would read it from the content folder. */
export function newEntry(articleOptions: ArticleOptions, generated: GeneratedFields): SourceEntry {
  const path = `${articleOptions.domain}/${articleOptions.slug}.md`;
  return { path, kind: 'file', bytes: Buffer.from(`---\n${frontMatter(articleOptions, generated)}---\n\n${body}`) };
}

/** The fields that contain placeholder text, as phrases for a message; empty if the author gave all fields. */
export function missingIn({ titleZh, titleEn, summaryZh, summaryEn, tags }: ArticleOptions): Bilingual[] {
  const fields: [value: unknown, name: Bilingual][] = [
    [titleZh, { zh: '中文标题', en: 'the Chinese title' }],
    [titleEn, { zh: '英文标题', en: 'the English title' }],
    [summaryZh, { zh: '中文摘要', en: 'the Chinese summary' }],
    [summaryEn, { zh: '英文摘要', en: 'the English summary' }],
    [tags, { zh: '标签', en: 'the tags' }],
  ];
  return fields.flatMap(([value, name]) => (value === undefined ? [name] : []));
}

function frontMatter(articleOptions: ArticleOptions, { id, now, site }: GeneratedFields): string {
  const instant = `${now.toISOString().slice(0, 19)}Z`;
  const title = articleOptions.titleEn ?? titleOfSlug(articleOptions.slug);
  const document = new Document({
    id,
    title: {
      zh: articleOptions.titleZh ?? `${title}${zh.titleMark}`,
      en: articleOptions.titleEn ?? `${title}${en.titleMark}`,
    },
    summary: { zh: articleOptions.summaryZh ?? zh.summary, en: articleOptions.summaryEn ?? en.summary },
    author: articleOptions.author ?? defaultAuthor(site),
    tags: articleOptions.tags ?? [templateTag],
    keywords: articleOptions.keywords ?? [],
    riskLevel: articleOptions.risk ?? 'low',
    createdAt: instant,
    publishedAt: instant,
    updatedAt: instant,
    related: [],
  });
  visit(document, {
    Seq: (_key, list) => {
      list.flow = true;
    },
    // Titles and summaries are always quoted, so that a colon that an author adds later does not break the YAML.
    Pair: (_key, { key, value }) => {
      if (!isScalar(key) || !isMap(value) || (key.value !== 'title' && key.value !== 'summary')) return;
      for (const text of value.items.map((item) => item.value)) if (isScalar(text)) text.type = 'QUOTE_DOUBLE';
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

function titleOfSlug(slug: string): string {
  const words = slug.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const body = `# 中文

## 要点

${zh.gist}

## 步骤

1. ${zh.firstStep}
2. ${zh.nextStep}

## 示例

${zh.example}

\`\`\`json
${templateCode}
\`\`\`

## 问答

### 什么时候不该这样做？

TODO

# English

## In short

${en.gist}

## Steps

1. ${en.firstStep}
2. ${en.nextStep}

## Example

${en.example}

\`\`\`json
${templateCode}
\`\`\`

## Q&A

### When should this not be done?

TODO
`;
