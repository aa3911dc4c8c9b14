// The words with which people ask, as opposed to what they ask about: cut from queries, and from questions that queries are
// compared with. Simplified and Traditional characters; whatever would leave nothing is not cut.
import { analyse } from './analysis.ts';

/** One of these is cut from the beginning. */
const beginnings = [
  /^(?:how\s+(?:do|can|should|would)\s+(?:i|we|you|one)|how\s+to|what(?:'s|\s+is|\s+are)(?:\s+the|\s+an?)?|why\s+(?:do|does|is|are)|is\s+there(?:\s+an?)?|you\s+want\s+to|can\s+i|where\s+(?:do|can)\s+i)\s+/iu,
];
/**
 * These are cut wherever they stand in a Chinese question: documents hardly use them, so that they would count as rare and
 * telling. Longer forms come first.
 */
const chineseForms = new RegExp(
  [
    '[请請][问問]|[请請]教(?:一下|(?=[，,：:\\s]))|我想(?:要|知道)?|想[问問]一下',
    '[为為爲](?:什[么麼麽]|何)|是?什[么麼麽](?:是|叫|[时時]候|[样樣]|意思)?',
    '怎(?:[么麼麽](?:[样樣]|[办辦]|做)?|[样樣])|如何',
    '哪(?:[里裡裏]|[儿兒]|[个個]|些|[种種]|[几幾][种種个個])|有?[几幾](?:[种種]|[个個])',
    '是不是|能不能|可不可以|有[没沒]有|要不要|[会會]不[会會]|是否|能否',
    '可以|[应應][该該]|[还還]是|多少|[吗嗎呢吧](?=[\\s，,：:。.？?！!]|$)',
  ].join('|'),
  'gu',
);
/** Looked for where a run of marks begins and not at each of them: a heading may be a hundred thousand dots and a word. */
const ends = /(?<![？?。.！!\s])[？?。.！!\s]+$/u;

/** A question without its question words: «how do I renew a certificate?» gives «renew a certificate». */
export function withoutQuestionForms(question: string): string {
  const trimmed = question.trim().replace(ends, '');
  const beginning = beginnings.find((form) => form.test(trimmed));
  const shorter = (beginning === undefined ? trimmed : trimmed.replace(beginning, ''))
    .replace(chineseForms, ' ')
    .trim();
  return analyse(shorter).length > 0 ? shorter : trimmed;
}
