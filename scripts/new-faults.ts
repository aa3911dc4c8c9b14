// Validates the name and the fields of a new article with the rules of the compiler. A fault is a sentence for the author.
import { closest } from '../build/edition/closest.ts';
import { domainIds, type SiteSettings } from '../build/edition/site-settings.ts';
import type { Bilingual } from '../build/edition/vocabulary.ts';
import { judgeDraft, judgeEntry, type Scope } from '../build/judge.ts';
import { inLocale, show } from '../build/messages.ts';
import { sentencesOf } from '../build/report.ts';
import { slug as slugRule } from '../build/rules/files.ts';
import { readDraft } from '../build/source/draft.ts';
import { type ArticleOptions, type GeneratedFields, newEntry } from './article-template.ts';
import { type ExistingArticle, ownerOf } from './existing-articles.ts';

const nothing: Bilingual = { zh: '', en: '' };

export function domainFault(text: string, site: SiteSettings): Bilingual | undefined {
  const domains = domainIds(site);
  if (domains.includes(text)) return undefined;
  const likely = closest(text, domains);
  const meant = likely === undefined ? nothing : { zh: `是不是想写 ${likely}？`, en: ` Did you mean ${likely}?` };
  return {
    zh: `${JSON.stringify(text)} 不是领域；领域有 ${domains.join('、')}。${meant.zh}`,
    en: `${JSON.stringify(text)} is not a domain; the domains are ${domains.join(', ')}.${meant.en}`,
  };
}

/** The fault of a slug that is invalid, or that is already the slug or an alias of an article in any domain. */
export function slugFault(slug: string, existing: readonly ExistingArticle[]): Bilingual | undefined {
  // The domain `any` is arbitrary, because the rule checks only the file name.
  const [finding] = slugRule.check({ path: `any/${slug}.md`, kind: 'file', bytes: new Uint8Array() });
  if (finding !== undefined) {
    const suggestion = slugFrom(slug);
    const meant = suggestion === '' ? nothing : { zh: `；可以写 ${suggestion}`, en: `; ${suggestion} would be valid` };
    return {
      zh: `${show(slug)} 不是 slug：应为${inLocale(finding.expected, 'zh')}${meant.zh}`,
      en: `${show(slug)} is not a slug: ${inLocale(finding.expected, 'en')}${meant.en}`,
    };
  }
  const owner = ownerOf(slug, existing);
  if (owner === undefined) return undefined;
  const as = owner.as === 'alias' ? { zh: '（作为别名）', en: ' as an alias' } : nothing;
  return {
    zh: `slug ${slug} 已被 ${owner.path} 占用${as.zh}；slug 和别名在所有领域中唯一`,
    en: `the slug ${slug} is taken by ${owner.path}${as.en}; slugs and aliases are unique over all domains`,
  };
}

/** The first error that the compiler would report about an article with these fields; undefined without errors. */
export function articleFault(articleOptions: ArticleOptions, generated: GeneratedFields): Bilingual | undefined {
  const entry = newEntry(articleOptions, generated);
  const draft = readDraft(entry);
  const scopes: Scope[] = ['build', 'check'];
  const messages = scopes.flatMap((scope) => [...judgeEntry(entry, scope), ...judgeDraft(draft, scope)]);
  const error = messages.find(({ severity }) => severity === 'error');
  if (error === undefined) return undefined;
  return { zh: sentencesOf(error, entry.path, 'zh'), en: sentencesOf(error, entry.path, 'en') };
}

const slugLengthSuggested = 60;

/** A slug made from a title; empty if the title has no Latin letter or digit. */
export function slugFrom(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/['’]|\p{Mark}/gu, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  let slug = '';
  for (const word of words) {
    const longer = slug === '' ? word : `${slug}-${word}`;
    if (longer.length > slugLengthSuggested) break;
    slug = longer;
  }
  return slug;
}
