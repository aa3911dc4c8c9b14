// What `coverage` prints: a table, and lists of what wants work.
import type { Bilingual } from '../../build/messages.ts';
import { shareOf } from '../../build/trust/figures.ts';
import { momentText } from '../duration.ts';
import { tableText } from '../text-table.ts';
import type { Coverage, DomainCoverage } from './coverage.ts';

const alignments = ['left', 'right', 'right', 'right', 'right', 'right', 'right', 'left'] as const;

export function* tellCoverage({ domains, orphans, unverified, unanswered }: Coverage): Generator<Bilingual> {
  const rows = domains.map(cellsOf);
  yield {
    zh: tableText(
      [['领域', '文章', '已验证', '部分', '未验证', '最低分', '中位分', '最早的验证'], ...rows],
      alignments,
    ),
    en: tableText(
      [['domain', 'articles', 'verified', 'partial', 'unverified', 'least', 'median', 'oldest verification'], ...rows],
      alignments,
    ),
  };
  const all = domains.find(({ domain }) => domain === 'all');
  const share = all === undefined ? 0 : shareOf(all.statuses.verified, all.articles);
  yield { zh: `\n已验证的文章占 ${share}%`, en: `\n${share} % of the articles are verified` };
  yield* listed({ zh: '没有完全验证的文章', en: 'not verified, or only in part' }, unverified);
  yield* listed({ zh: '没有其他文章链接到的文章', en: 'linked to by no other article' }, orphans);
  if (unanswered === null) {
    yield {
      zh: '有人问而找不到的内容：没有记录（用 --data 或 --redis-url 指明服务器的状态在哪里）',
      en: 'asked for and not found: not known (name where a server keeps its state with --data or --redis-url)',
    };
  } else {
    yield* listed(
      { zh: '有人问而找不到的内容', en: 'asked for and not found' },
      unanswered.map(({ text, foundNothing }) => `${text} (${foundNothing})`),
    );
  }
}

function cellsOf({ domain, articles, statuses, confidence, oldestVerification }: DomainCoverage): string[] {
  const { verified, partial, unverified } = statuses;
  return [
    domain,
    ...[articles, verified, partial, unverified].map(String),
    ...[confidence?.least, confidence?.median].map((score) => String(score ?? '–')),
    oldestVerification === null ? '–' : momentText(oldestVerification),
  ];
}

function* listed(head: Bilingual, entries: readonly string[]): Generator<Bilingual> {
  if (entries.length === 0) yield { zh: `${head.zh}：无`, en: `${head.en}: none` };
  else {
    const lines = entries.map((entry) => `  ${entry}`).join('\n');
    yield { zh: `${head.zh}：\n${lines}`, en: `${head.en}:\n${lines}` };
  }
}
