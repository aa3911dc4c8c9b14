// Asks on a terminal for the missing fields of a new article. `stele new` loads this module only if fields are missing.

import { type Bilingual, type Language, type RiskLevel, riskLevels } from '../build/edition/vocabulary.ts';
import { type ArticleOptions, type GeneratedFields, listOf } from './article-template.ts';
import type { CommandIo } from './command-io.ts';
import { type ExistingArticle, similarTo } from './existing-articles.ts';
import { articleFault, slugFault, slugFrom } from './new-faults.ts';
import { Cancelled, openQuestions, type Questions } from './terminal-questions.ts';

export interface Surroundings {
  existing: readonly ExistingArticle[];
  generated: GeneratedFields;
}

const welcome = { zh: '新文章（Ctrl-C 取消，不写任何文件）', en: 'A new article (Ctrl-C cancels and writes nothing)' };
const texts = {
  titleZh: { zh: '中文标题（可留空，以后再写）', en: 'Title in Chinese (may stay empty for now)' },
  titleEn: { zh: '英文标题（可留空，以后再写）', en: 'Title in English (may stay empty for now)' },
  summaryZh: { zh: '中文摘要，一段话（可留空）', en: 'Summary in Chinese, one paragraph (may stay empty)' },
  summaryEn: { zh: '英文摘要，一段话（可留空）', en: 'Summary in English, one paragraph (may stay empty)' },
} as const;
const riskHints: { readonly [Level in RiskLevel]: Bilingual } = {
  low: { zh: '照做出错也无大碍', en: 'mistakes do little harm' },
  medium: { zh: '可能丢失工作或数据', en: 'work or data may be lost' },
  high: { zh: '可能危及生产系统或安全', en: 'production or security may suffer' },
};

/** Asks for the options that are missing and returns all options; undefined if the author cancels. */
export async function askForWishes(
  io: CommandIo,
  given: ArticleOptions,
  around: Surroundings,
  locale: Language,
): Promise<ArticleOptions | undefined> {
  const questions = openQuestions(io, locale, welcome);
  try {
    const articleOptions = { ...given };
    articleOptions.domain ??= await questions.choice(
      { zh: '领域（用方向键选择，回车确定）', en: 'Domain (arrow keys, then Enter)' },
      around.generated.site.domains.map(({ id, name }) => ({ value: id, label: `${id}  ${name.zh} · ${name.en}` })),
    );
    for (const field of ['titleZh', 'titleEn'] as const) await askForText(field, articleOptions, questions, around);
    articleOptions.slug ??= await questions.line(
      { zh: 'slug：文章的地址，以后不宜再改', en: 'Slug: the address of the article; avoid changing it later' },
      { initial: slugFrom(articleOptions.titleEn ?? ''), fault: (answer) => slugFault(answer, around.existing) },
    );
    if (!(await goesOn(articleOptions, questions, around))) return undefined;
    for (const field of ['summaryZh', 'summaryEn'] as const) await askForText(field, articleOptions, questions, around);
    articleOptions.tags ??= await askForTags(articleOptions, questions, around);
    articleOptions.risk ??= await questions.choice(
      {
        zh: '风险：照做出错时可能有多大的危害',
        en: 'Risk: the harm if a reader makes a mistake in following the article',
      },
      riskLevels.map((value) => ({ value, label: value, hint: riskHints[value] })),
    );
    return articleOptions;
  } catch (error) {
    if (error instanceof Cancelled) return undefined;
    throw error;
  } finally {
    questions.close();
  }
}

async function askForText(
  field: keyof typeof texts,
  articleOptions: ArticleOptions,
  questions: Questions,
  { generated }: Surroundings,
): Promise<void> {
  const fault = (answer: string) =>
    answer === '' ? undefined : articleFault({ ...articleOptions, [field]: answer }, generated);
  articleOptions[field] ??= (await questions.line(texts[field], { fault })) || undefined;
}

async function askForTags(
  articleOptions: ArticleOptions,
  questions: Questions,
  { generated }: Surroundings,
): Promise<string[] | undefined> {
  const answer = await questions.line(
    { zh: '标签，用逗号分隔（可留空）', en: 'Tags, separated by commas (may stay empty)' },
    { fault: (text) => articleFault({ ...articleOptions, tags: listOf(text) }, generated) },
  );
  return listOf(answer);
}

/** Shows similar articles, if there are any, and asks whether to go on, so that authors do not write an article twice. */
async function goesOn(
  { slug = '', titleZh = '', titleEn = '' }: ArticleOptions,
  questions: Questions,
  { existing }: Surroundings,
): Promise<boolean> {
  const similar = similarTo([slug, titleZh, titleEn], existing);
  if (similar.length === 0) return true;
  const listed = similar.map(({ path, titles }) => [path, ...titles].join('  '));
  questions.tell([{ zh: '已有相近的文章：', en: 'There are similar articles:' }, ...listed]);
  return questions.agreement({ zh: '仍要另写一篇吗？', en: 'Write a new article anyway?' });
}
