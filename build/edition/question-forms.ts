// The words with which people ask, as opposed to what they ask about: cut from queries, and from questions that queries are
// compared with. Whatever would leave nothing is not cut.
import { analyse } from './analysis.ts';
import { normalFormOf } from './words.ts';

/** One of these is cut from the beginning. */
const beginnings = [
  /^(?:how\s+(?:do|can|should|would)\s+(?:i|we|you|one)|how\s+to|what(?:'s|\s+is|\s+are)(?:\s+the|\s+an?)?|why\s+(?:do|does|is|are)|is\s+there(?:\s+an?)?|you\s+want\s+to|can\s+i|where\s+(?:do|can)\s+i)\s+/iu,
];
/**
 * These are cut wherever they stand in a Chinese question: documents hardly use them, so that they would count as rare and
 * telling. Longer forms come first. Nothing marks where a Chinese word ends, so that some forms say what they must not stand
 * beside: 申请|问题 holds 请问, 响应|该 holds 应该, 怎么|办理 holds 怎么办.
 */
const chineseForms = new RegExp(
  [
    '(?<![申邀])请问|请教(?:一下|(?=[,:\\s]))|我想(?![象像法])(?:要(?!求)|知道)?|想问一下',
    '为(?:[什甚]么|何)|是?[什甚]么(?:是|叫|时候|样(?![式本例])|意思)?',
    '怎(?:么(?:样(?![式本例])|办(?![理公])|做)?|样)|如何',
    '哪(?:里|儿|个|些|种|几[种个])|有?几(?:种|个)',
    '是不是|能不能|可不可以|有没有|要不要|会不会|是否|(?<![可功性])能否',
    '(?<![许认])可以|(?<![对响反适供])应该|(?<![归返])还是|多少|(?:[吗呢]|(?<![酒网贴茶书])吧)(?=[\\s,:。.?!]|$)',
  ].join('|'),
  'gu',
);
/** Looked for where a run of marks begins and not at each of them: a heading may be a hundred thousand dots and a word. */
const ends = /(?<![?。.!\s])[?。.!\s]+$/u;

/**
 * A question without its question words, in its normal form (`normalFormOf`): «How do I renew a certificate?» gives
 * «renew a certificate».
 */
export function withoutQuestionForms(question: string): string {
  const trimmed = normalFormOf(question).trim().replace(ends, '');
  const beginning = beginnings.find((form) => form.test(trimmed));
  const shorter = (beginning === undefined ? trimmed : trimmed.replace(beginning, ''))
    .replace(chineseForms, ' ')
    .trim();
  return analyse(shorter).length > 0 ? shorter : trimmed;
}
