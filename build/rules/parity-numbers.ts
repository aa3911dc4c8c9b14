import type { Language } from '../edition/vocabulary.ts';
import type { Finding } from '../messages.ts';
import { type BlockPair, type ComparedSection, comparedSections } from '../source/parity/block-pairs.ts';
import { type Block, offsetIn } from '../source/parity/blocks.ts';
import { driftFindings, type Lost } from '../source/parity/drift.ts';
import { figuresIn } from '../source/parity/figures.ts';
import { countsIn, wordsIn } from '../source/parity/number-words.ts';
import { isSame, keysOf, type Quantity, withoutPartners } from '../source/parity/quantities.ts';
import { type Parity, parityOf } from '../source/parity/sections.ts';
import { otherLanguage } from '../source/parity/words.ts';
import type { DraftRule } from './rule.ts';

export const parityNumbers: DraftRule = {
  stage: 'draft',
  name: 'parity-numbers',
  severity: 'error',
  onlyInCheck: true,
  about: {
    zh: '两种语言的同一节里数字相同，单位、日期和时间也相同，无论怎样书写。',
    en: 'A section has the same numbers in both languages, with the same units, dates and times, however they are written.',
  },
  check(draft) {
    const parity = parityOf(draft);
    if (parity === undefined) return [];
    return comparedSections(parity).flatMap((section) => sectionFindings(section, parity));
  },
};

/** A number, the block it stands in, and the number of the block's pair. */
interface Placed extends Quantity {
  block: Block;
  at: number;
}

type Both<Value> = Record<Language, Value>;

function sectionFindings(compared: ComparedSection, parity: Parity): Finding[] {
  const lost = withoutPartners(askedIn(compared, 'zh'), askedIn(compared, 'en'));
  const zh = byPair(unanswered(lost.left, 'zh', compared));
  const en = byPair(unanswered(lost.right, 'en', compared));
  return compared.pairs.flatMap((pair, at) => {
    const figures = { zh: zh.get(at) ?? [], en: en.get(at) ?? [] };
    const here = figures.zh.length + figures.en.length > 0 ? figures : disputed(pair, at);
    const said = { zh: here.zh.map((one) => lostAt(one, parity)), en: here.en.map((one) => lostAt(one, parity)) };
    return driftFindings({ ...said, at, expected }, compared, parity);
  });
}

const expected = { zh: '两种语言数字和单位相同', en: 'the same numbers and units in both languages' };

function askedIn({ pairs }: ComparedSection, language: Language): Placed[] {
  return pairs.flatMap((pair, at) => {
    const block = pair[language];
    return block === undefined ? [] : figuresIn(block).asked.map((quantity) => ({ ...quantity, block, at }));
  });
}

/** All in a block that answers for a number of the other language: figures, words, figures in names. */
function answersIn(block: Block): Quantity[] {
  const { asked, known } = figuresIn(block);
  return [...asked, ...wordsIn(block.prose), ...known];
}

/** What is left of one language's numbers after everything that may stand for them. */
function unanswered(lost: Placed[], language: Language, compared: ComparedSection): Placed[] {
  if (lost.length === 0) return [];
  const other = otherLanguage(language);
  const answersOf = (blocks: readonly Block[]) => indexOf(blocks.flatMap((block) => answersIn(block)));
  const beside = language === 'zh' ? compared.besideEn : compared.besideZh;
  const spare = answersOf(beside.flatMap((section) => section.blocks));
  // Paragraphs are not always cut at the same place, so words may answer from anywhere in the section.
  const words = indexOf(compared[other].blocks.flatMap(({ prose }) => wordsIn(prose)));
  const nearby = new Map<Block | undefined, Answers>();
  return lost.filter((quantity) => {
    // A number said once more here than there is no drift, as long as the same paragraph says it at all.
    const block = compared.pairs[quantity.at]?.[other];
    const answers = nearby.get(block) ?? answersOf(block === undefined ? compared[other].blocks : [block]);
    nearby.set(block, answers);
    return ![answers, spare, words].some((known) => isAnswered(quantity, known));
  });
}

type Answers = ReadonlyMap<string, readonly Quantity[]>;

function indexOf(quantities: readonly Quantity[]): Answers {
  const index = new Map<string, Quantity[]>();
  for (const quantity of quantities) {
    for (const key of keysOf(quantity)) {
      const list = index.get(key);
      if (list === undefined) index.set(key, [quantity]);
      else if (list.length < answersMax) list.push(quantity);
    }
  }
  return index;
}

const answersMax = 20;

const isAnswered = (quantity: Quantity, answers: Answers): boolean =>
  keysOf(quantity).some((key) => answers.get(key)?.some((answer) => isSame(quantity, answer)));

function byPair(lost: readonly Placed[]): Map<number, Placed[]> {
  const pairs = new Map<number, Placed[]>();
  for (const one of lost) {
    const inPair = pairs.get(one.at);
    if (inPair === undefined) pairs.set(one.at, [one]);
    else inPair.push(one);
  }
  return pairs;
}

/** «Two steps» against «三个步骤»: numbers in words, when both languages have one that the other has not. */
function disputed({ zh, en }: BlockPair, at: number): Both<Placed[]> {
  const none = { zh: [], en: [] };
  if (zh === undefined || en === undefined) return none;
  const place = (quantities: Quantity[], block: Block): Placed[] => quantities.map((one) => ({ ...one, block, at }));
  const english = place(countsIn(en.prose, 'en'), en);
  if (english.length === 0) return none;
  const counts = withoutPartners(place(countsIn(zh.prose, 'zh'), zh), english);
  if (counts.left.length === 0 || counts.right.length === 0) return none;
  const [zhAnswers, enAnswers] = [indexOf(answersIn(zh)), indexOf(answersIn(en))];
  const left = counts.left.filter((one) => !isAnswered(one, enAnswers));
  const right = counts.right.filter((one) => !isAnswered(one, zhAnswers));
  return left.length > 0 && right.length > 0 ? { zh: left, en: right } : none;
}

const lostAt = ({ block, index, written }: Placed, { source }: Parity): Lost => ({
  text: written,
  offset: () => offsetIn(block, index, written, source),
});
