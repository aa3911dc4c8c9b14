// Rules about questions and answers.
import { type Finding, show } from '../messages.ts';
import { placeOf } from '../source/markdown.ts';
import { headingText, type LanguagePart, partsOf, qaHeadings } from '../source/outline.ts';
import type { DraftRule, Rule } from './rule.ts';

const qaPairing: DraftRule = {
  stage: 'draft',
  name: 'qa-pairing',
  severity: 'error',
  about: {
    zh: '两种语言的问答按顺序配对，所以数量相同。',
    en: 'Questions are paired by their order, so both languages have the same number of questions.',
  },
  check({ outline }) {
    const parts = partsOf(outline);
    const misnamed = parts.flatMap((part) => misnamedIn(part, parts));
    // With a misnamed heading, the numbers of questions are not compared, because they may agree once the heading is renamed.
    return [...parts.flatMap(shapeOf), ...(misnamed.length > 0 ? misnamed : countsOf(parts))];
  },
};

/** Common titles for questions and answers, in lower case, with half-width characters and without spaces. */
const usualNames = new Set([
  ...['q&a', 'qa', 'q/a', 'q&as', 'qanda', 'qna', 'faq', 'faqs', 'questions', 'questionsandanswers'],
  ...['questions&answers', 'frequentlyaskedquestions', 'commonquestions', 'frequentlyaskedquestions(faq)'],
  ...[
    '问答',
    '问答环节',
    '问与答',
    '问和答',
    '问题与解答',
    '问题与回答',
    '问题和回答',
    '常见问题',
    '常见问题解答',
    '常见问答',
  ],
  ...['常见问题与解答', '常见问题(faq)', '常见疑问', '答疑'],
]);

const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\s|[:：]$/g, '');

/** Reports a heading that probably means questions and answers, if only the other language has the required heading. */
function misnamedIn(part: LanguagePart, parts: readonly LanguagePart[]): Finding[] {
  const other = parts.find((candidate) => candidate !== part);
  if (other === undefined || other.qaHeadings.length === 0 || part.qaHeadings.length > 0) return [];
  const heading = part.content
    .filter((node) => node.type === 'heading')
    .find((node) => node.depth === 2 && usualNames.has(folded(headingText(node))));
  if (heading === undefined) return [];
  const [own, paired] = [qaHeadings[part.language], qaHeadings[other.language]];
  const shown = show(headingText(heading));
  return [
    {
      place: placeOf(heading),
      found: { zh: `标题 ${shown}`, en: `the heading ${shown}` },
      expected: { zh: `与 ## ${paired} 配对的 ## ${own}`, en: `## ${own}, which pairs with ## ${paired}` },
      advice: { zh: '改成这个标题。', en: 'Rename it.' },
    },
  ];
}

function shapeOf(part: LanguagePart): Finding[] {
  const heading = `## ${qaHeadings[part.language]}`;
  const findings: Finding[] = [];
  const [, second] = part.qaHeadings;
  if (second !== undefined) {
    findings.push({
      place: placeOf(second),
      found: { zh: `第二个 ${heading}`, en: `a second ${heading}` },
      expected: { zh: `每种语言至多一个 ${heading}`, en: `${heading} at most once in a language` },
      advice: { zh: `把其中的问题移到第一个 ${heading} 之下。`, en: `Move its questions under the first ${heading}.` },
    });
  }
  const stray = part.qaStray.find(({ type }) => type !== 'html');
  if (stray !== undefined) {
    findings.push({
      place: placeOf(stray),
      found: { zh: `${heading} 之下、第一个问题之前的文字`, en: `text under ${heading} before any question` },
      expected: {
        zh: '写成 ### 标题的问题，答案写在其下',
        en: 'each question as a ### heading, with its answer under it',
      },
      advice: {
        zh: `在它前面用 ### … 写出问题，或把这段文字移出 ${heading}。`,
        en: `Write the question above it as ### …, or move the text out of ${heading}.`,
      },
    });
  }
  for (const { question, answer } of part.pairs) {
    if (headingText(question) === '') {
      findings.push({
        place: placeOf(question),
        found: { zh: '没有文字的 ### 标题', en: 'a heading ### without words' },
        expected: { zh: '一个问题', en: 'a question' },
        advice: {
          zh: '写出问题；尚未写好的用 TODO 标记。',
          en: 'Write the question, or TODO if it is still to be written.',
        },
      });
    }
    if (answer.some(({ type }) => type !== 'html')) continue;
    findings.push({
      place: placeOf(question),
      found: { zh: '没有答案的问题', en: 'a question without an answer' },
      expected: { zh: '写在问题之下的答案', en: 'text under every question' },
      advice: {
        zh: '写出答案；尚未写好的用 TODO 标记。',
        en: 'Write the answer, or TODO if it is still to be written.',
      },
    });
  }
  return findings;
}

function countsOf(parts: readonly LanguagePart[]): Finding[] {
  const [zh, en] = parts;
  if (zh === undefined || en === undefined || zh.pairs.length === en.pairs.length) return [];
  const fewer = zh.pairs.length < en.pairs.length ? zh : en;
  const counts = {
    zh: parts.map(({ language, pairs }) => `## ${qaHeadings[language]} 之下 ${pairs.length} 个`).join('，'),
    en: parts.map(({ language, pairs }) => `${pairs.length} under ## ${qaHeadings[language]}`).join(', '),
  };
  return [
    {
      place: placeOf(fewer.qaHeadings[0] ?? fewer.heading),
      found: { zh: `问题的数量不同：${counts.zh}`, en: `a different number of questions: ${counts.en}` },
      expected: {
        zh: '两种语言的问题数量相同、顺序一致',
        en: 'the same number of questions in both languages, in the same order',
      },
      advice: {
        zh: '补上这里缺少的，或删去另一种语言没有的。',
        en: 'Add what is missing here, or remove what the other language does not have.',
      },
    },
  ];
}

export const qaRules: readonly Rule[] = [qaPairing];
