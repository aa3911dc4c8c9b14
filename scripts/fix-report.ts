// What `check --fix` says it did, or with `--dry-run` would do.
import type { Language } from '../build/edition/vocabulary.ts';
import type { Fixing } from '../build/fixes.ts';
import { type Bilingual, inLocale } from '../build/messages.ts';
import { counted } from '../build/report.ts';
import { codePointName } from '../build/rules/characters.ts';

export interface FixReport {
  isDryRun: boolean;
  /** Files that somebody else changed meanwhile. */
  unwritten: readonly string[];
  locale: Language;
  /** What stands before a path, so that it leads to the file from where the author is. */
  pathPrefix: string;
}

export function tellFixing(
  { fixed, refused, staleArticles }: Fixing,
  { isDryRun, unwritten, locale, pathPrefix }: FixReport,
): string {
  const said = (wording: Bilingual): string => inLocale(wording, locale);
  const verb = said(isDryRun ? { zh: '将修正', en: 'would fix' } : { zh: '已修正', en: 'fixed' });
  const lines = fixed.flatMap(({ path: inContent, before, after, counts }) => {
    const path = pathPrefix + inContent;
    if (unwritten.includes(inContent)) return [said(changedMeanwhile(path))];
    const done = [...counts].map(([rule, count]) => `${count} ${rule}`).join(', ');
    const line = `${verb} ${path}: ${done}`;
    return isDryRun ? [line, lineEdits(path, textOf(before), textOf(after))] : [line];
  });
  for (const path of refused) lines.push(said(notFixed(pathPrefix + path)));
  if (staleArticles > 0 && !isDryRun) {
    const articles = counted(staleArticles, 'article');
    lines.push(
      said({
        zh: `${staleArticles} 篇文章的文本变了，针对原文的验证记录已经过期`,
        en: `the text of ${articles} changed; their records are stale now`,
      }),
    );
  }
  if (fixed.length === 0) lines.push(said({ zh: '没有需要修正的', en: 'nothing to fix' }));
  return `${lines.join('\n')}\n`;
}

const changedMeanwhile = (path: string): Bilingual => ({
  zh: `未改动 ${path}：检查期间它被别人改过；请再运行一次`,
  en: `left alone ${path}: it was changed while it was checked; run this again`,
});
const notFixed = (path: string): Bilingual => ({
  zh: `未改动 ${path}：修正会改变别的内容，或引起别的消息`,
  en: `left alone ${path}: its fixes would change something else or cause other messages`,
});
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).replace(/\r\n?/g, '\n');

/** What changed in a file, near to a unified diff without lines that stay. Both texts have LF line ends and as many lines. */
export function lineEdits(path: string, before: string, after: string): string {
  const now = after.split('\n');
  const changed = before.split('\n').flatMap((old, index) => {
    const current = now[index] ?? '';
    return old === current ? [] : [`@@ -${index + 1} +${index + 1} @@`, `-${visible(old)}`, `+${visible(current)}`];
  });
  return changed.length === 0 ? '' : [`--- ${path}`, `+++ ${path}`, ...changed].join('\n');
}

/** Shows the invisible characters that a fix deletes by their numbers, which also do nothing to a terminal. */
const visible = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Bidi_Control}\u200b\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]/gu,
    (character) => `<${codePointName(character)}>`,
  );
