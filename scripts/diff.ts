// `stele diff`: shows the changes between two editions that an output folder keeps.

import { styleText } from 'node:util';
import { Command, Option } from 'commander';
import {
  type ArticleChange,
  type ArticleState,
  type ChangedPart,
  differenceBetween,
  type EditionDifference,
} from '../build/edition/difference.ts';
import type { Bilingual, Language } from '../build/edition/vocabulary.ts';
import { inLocale } from '../build/messages.ts';
import { counted } from '../build/report.ts';
import type { KeptEdition } from '../server/history/history.ts';
import type { CommandIo } from './command-io.ts';
import { editionOption, reportingMistakes } from './content-option.ts';
import { editionHistory, editionNamed, headOf, readSnapshots } from './edition-history.ts';
import { localeOption } from './locale.ts';
import { jsonText } from './standard-output.ts';
import { aligned } from './text-table.ts';

interface DiffOptions {
  edition: string;
  format: string;
  locale: Language;
}

export function diffCommand(io: CommandIo): Command {
  return new Command('diff')
    .description('show what changed between two kept editions')
    .argument('[from]', 'a buildId, its first digits (at least 4), current or previous', 'previous')
    .argument('[to]', 'a buildId, its first digits (at least 4), current or previous', 'current')
    .addOption(editionOption(io))
    .addOption(new Option('--format <format>', 'how changes are printed').choices(['text', 'json']).default('text'))
    .addOption(localeOption(io))
    .addHelpText('after', '\nThe exit code is 0 whether or not anything changed, and 2 after a wrong call.')
    .action(reportingMistakes(io, runDiff));
}

async function runDiff(
  { stdout }: CommandIo,
  fromName: string,
  toName: string,
  { edition, format, locale }: DiffOptions,
): Promise<void> {
  const kept = await editionHistory(edition);
  const [from, to] = [editionNamed(fromName, kept), editionNamed(toName, kept)];
  const [before, after] = [await readSnapshots(edition, from.buildId), await readSnapshots(edition, to.buildId)];
  const difference = differenceBetween(before, after);
  if (format === 'json') {
    const sides = { from: sideOf(from, before.length), to: sideOf(to, after.length) };
    stdout.write(`${jsonText({ ...sides, ...difference })}\n`);
    return;
  }
  const table = differenceTable(difference, locale, stdout.isTTY === true);
  const head = `${headOf(from)} → ${headOf(to)}`;
  const sentence = inLocale(summaryOf(difference, from.buildId === to.buildId), locale);
  stdout.write([head, ...(table === '' ? [] : [table]), sentence, ''].join('\n'));
}

const sideOf = ({ buildId, publishedAt }: KeptEdition, articles: number) => ({ buildId, publishedAt, articles });

function summaryOf({ added, removed, changed }: EditionDifference, isSameEdition: boolean): Bilingual {
  if (isSameEdition) return { zh: '这是同一个版本', en: 'they are the same edition' };
  if (added.length + removed.length + changed.length === 0) {
    return {
      zh: '文章全都相同；不同的是指南、页面或编译器',
      en: 'all articles are the same; guides, pages or the compiler differ',
    };
  }
  return {
    zh: `新增 ${added.length} 篇，删除 ${removed.length} 篇，改动 ${changed.length} 篇`,
    en: `${counted(added.length, 'article')} added, ${removed.length} removed, ${changed.length} changed`,
  };
}

const kinds = {
  added: { zh: '新增', en: 'added', colour: 'green' },
  removed: { zh: '删除', en: 'removed', colour: 'red' },
  renamed: { zh: '改名', en: 'renamed', colour: 'cyan' },
  moved: { zh: '移动', en: 'moved', colour: 'cyan' },
  changed: { zh: '改动', en: 'changed', colour: 'yellow' },
} as const;

const partWords: { readonly [Part in ChangedPart['part']]: Bilingual } = {
  title: { zh: '标题', en: 'title' },
  summary: { zh: '摘要', en: 'summary' },
  content: { zh: '正文', en: 'body' },
  qa: { zh: '问答', en: 'Q&A' },
  slug: { zh: 'slug', en: 'slug' },
  domain: { zh: '领域', en: 'domain' },
  aliases: { zh: '别名', en: 'aliases' },
  author: { zh: '作者', en: 'author' },
  tags: { zh: '标签', en: 'tags' },
  keywords: { zh: '关键词', en: 'keywords' },
  riskLevel: { zh: '风险', en: 'risk' },
  createdAt: { zh: '创建时间', en: 'created' },
  publishedAt: { zh: '发布时间', en: 'published' },
  updatedAt: { zh: '更新时间', en: 'updated' },
  relatedArticles: { zh: '相关文章', en: 'related' },
  verificationRecords: { zh: '验证记录', en: 'records' },
};

const statusWords: { readonly [Status in ArticleState['verificationStatus']]: Bilingual } = {
  verified: { zh: '已验证', en: 'verified' },
  partial: { zh: '部分验证', en: 'partial' },
  unverified: { zh: '未验证', en: 'unverified' },
};

const reasonWords: { readonly [Reason in NonNullable<ArticleChange['trustReason']>]: Bilingual } = {
  text: { zh: '验证之后文本有改动', en: 'the text changed after its verification' },
  'text-restored': { zh: '文本又是验证过的那一份', en: 'the text matches its verification again' },
  records: { zh: '验证记录有变化', en: 'its records changed' },
  'text-and-records': { zh: '文本和验证记录都有变化', en: 'its text and its records changed' },
  computation: { zh: '记录的分量或算法有变化', en: 'the weight of its records or the computation of trust changed' },
};

/** A table with a head line and one line per changed article; empty without differences. `hasColours` is for terminals. */
function differenceTable(difference: EditionDifference, locale: Language, hasColours: boolean): string {
  const rows = [
    ...difference.added.map((state) => rowOf('added', state, titleOf(state, locale), locale)),
    ...difference.removed.map((state) => rowOf('removed', state, titleOf(state, locale), locale)),
    ...difference.changed.map((change) => changeRow(change, locale)),
  ];
  if (rows.length === 0) return '';
  const heads = { zh: ['类别', '文章', '可信度', '变化'], en: ['what', 'article', 'trust', 'changes'] }[locale];
  const [headLine = [], ...lines] = aligned([heads, ...rows.map(({ cells }) => cells)]);
  const paint = (style: 'dim' | Row['colour'], text: string): string =>
    hasColours ? styleText(style, text, { validateStream: false }) : text;
  return [
    paint('dim', headLine.join('  ')),
    ...rows.map(({ colour }, at) => {
      const [kind = '', ...others] = lines[at] ?? [];
      return [paint(colour, kind), ...others].join('  ');
    }),
  ].join('\n');
}

interface Row {
  cells: string[];
  colour: (typeof kinds)[keyof typeof kinds]['colour'];
}

function rowOf(kind: keyof typeof kinds, state: ArticleState, changes: string, locale: Language): Row {
  return { cells: [kinds[kind][locale], pathOf(state), trustOf(state, locale), changes], colour: kinds[kind].colour };
}

const pathOf = ({ domain, slug }: ArticleState): string => `${domain}/${slug}`;
const titleOf = ({ title }: ArticleState, locale: Language): string => title[locale] ?? '';
const trustOf = ({ verificationStatus, confidenceScore }: ArticleState, locale: Language): string =>
  `${inLocale(statusWords[verificationStatus], locale)} ${confidenceScore}%`;

function changeRow({ before, after, parts, trustReason }: ArticleChange, locale: Language): Row {
  const kind = before.domain !== after.domain ? 'moved' : before.slug !== after.slug ? 'renamed' : 'changed';
  const [article, trust] = [
    [pathOf(before), pathOf(after)],
    [trustOf(before, locale), trustOf(after, locale)],
  ].map(([was, is]) => (was === is ? (is ?? '') : `${was} → ${is}`));
  const risks = `${before.riskLevel} → ${after.riskLevel}`;
  const named = parts
    .map((changed) => `${partText(changed, locale)}${changed.part === 'riskLevel' ? ` ${risks}` : ''}`)
    .join(locale === 'zh' ? '、' : ', ');
  const reason = trustReason === null ? '' : inLocale(reasonWords[trustReason], locale);
  const changes = [named, reason].filter((text) => text !== '').join(locale === 'zh' ? '；' : '; ');
  return { cells: [kinds[kind][locale], article ?? '', trust ?? '', changes], colour: kinds[kind].colour };
}

/**
 * The name of a changed part. Names the language if only one language changed, because the text in the other language may need the
 * same edit.
 */
function partText(changed: ChangedPart, locale: Language): string {
  const word = inLocale(partWords[changed.part], locale);
  if (!('languages' in changed) || changed.languages.length !== 1) return word;
  const [language = 'zh'] = changed.languages;
  const only = { zh: { zh: '仅中文', en: 'Chinese only' }, en: { zh: '仅英文', en: 'English only' } }[language];
  return locale === 'zh' ? `${word}（${only.zh}）` : `${word} (${only.en})`;
}
