// The numbers of a block that the other language must have too: those written in figures. What belongs to a name, a
// version in a name, or the numbering of steps is none; it only answers for a number there.
import { type Block, gap } from './blocks.ts';
import { takeDates } from './dates.ts';
import { canonical, type Quantity, scaled } from './quantities.ts';
import { measureOf, unitAt } from './units.ts';

export interface Figures {
  /** In reading order. */
  asked: Quantity[];
  /** Figures in names, code and numbering. */
  known: Quantity[];
}

const number =
  /(?<![\w.\\#@&]|[A-Za-z_]-|[A-Za-z]\/)(?<v>v\.?)?(?<figure>\d{1,3}(?:[,，_\u00a0\u2009\u202f]\d{3})+(?:\.\d+)?|\d+(?:[.]\d+)*)(?![\d])/gi;

const chineseScales: Readonly<Record<string, number>> = {
  百: 1e2,
  千: 1e3,
  万: 1e4,
  十万: 1e5,
  百万: 1e6,
  千万: 1e7,
  亿: 1e8,
  十亿: 1e9,
  百亿: 1e10,
  千亿: 1e11,
  万亿: 1e12,
};
const englishScales: Readonly<Record<string, number>> = {
  hundred: 1e2,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
};
const letterScales: Readonly<Record<string, number>> = { k: 1e3, K: 1e3, M: 1e6, B: 1e9, T: 1e12 };

const scaleAfter =
  /^(?:\s?(?<zh>[十百千万]?亿|[十百千]?万|千(?![米克字瓦兆])|百(?![分度]))|[\s-](?<en>hundred|thousand|million|billion|trillion)(?![a-z])|(?<letter>[kKMBT])(?![A-Za-z]))/;

/** Letters that may touch a number without making it a name. */
const suffix =
  /^(?:st|nd|rd|th|x|X|px|pt|em|rem|vh|vw|fr|fps|dpi|k?Hz|MHz|GHz|mm|cm|m|km|kg|mg|g|W|V|A|dB|bits?|bps|[KMGT]bps)(?![A-Za-z\d])/;

/** What is an identifier or markup; and «Step 3», «第 3 步», «1.» before a paragraph: where languages number differently, nobody is misled. */
const numbering =
  /<\/?\d+>|\bHTTP \d{3}\b|(?<![\w-])-\d{4,6}(?![\d-]|\.\d)|(?<![\d(（.,/:-])\d{1,2}[)）](?=\s)|^\s*[([（]?\d{1,2}(?:\.\d{1,2})*[.、)）\]:：](?!\d)|^\s*\d{1,2}(?:\.\d{1,2})+(?=\s)|\b(?:steps?|figures?|chapter|part|section|lesson|example|option|phase|stage|level) #?\d+(?:\.\d+)*|第\s*\d+\s*(?:步|章|节|部分|课|阶段|级)|(?:步骤|图|示例|例|选项|阶段|级别|部分)\s*\d+(?:\.\d+)*|\b24\/7\b|\b7\s?[x×*]\s?24\b/gi;

export function figuresIn(block: Block): Figures {
  const known: Quantity[] = [];
  const note = (text: string): void => {
    for (const { 0: written } of text.matchAll(/\d+(?:\.\d+)*/g)) {
      known.push({ value: canonical(written), readings: [], unit: '', measure: '', written, index: 0 });
    }
  };
  const blank = (written: string): string => {
    note(written);
    return ' '.repeat(written.length);
  };
  for (const { value } of block.spans) note(value);
  if (!/[\d０-９]/.test(block.prose)) return { asked: [], known };
  let text = widthless(block.prose).replace(numbering, blank);
  if (block.kind === 'heading') text = text.replace(/^\s*\d{1,2}(?:\.\d{1,2})*\s/, blank);
  const { found, rest } = takeDates(
    text.replace(/百分之\s*(\d+(?:\.\d+)?)/g, (written, figure: string) => `${figure}%`.padEnd(written.length)),
  );
  const asked = [...found];
  for (const match of rest.matchAll(number)) {
    const quantity = quantityOf(match, rest);
    if (quantity === undefined) note(match[0]);
    else asked.push(quantity);
  }
  note(rest.replace(number, ' '));
  return { asked: asked.sort((left, right) => left.index - right.index), known };
}

function quantityOf(match: RegExpExecArray, text: string): Quantity | undefined {
  const figure = match.groups?.figure ?? '';
  const end = match.index + match[0].length;
  let after = text.slice(end, end + 24);
  const scale = scaleAfter.exec(after);
  after = after.slice(scale?.[0].length ?? 0);
  const named = unitAt(after);
  const isName = /^[A-Za-z_]|^\.[A-Za-z*]|^-[A-Za-z](?![a-z])|^[@\\][A-Za-z]|^\][A-Za-z]/.test(after);
  if (named === undefined && isName && !suffix.test(after)) return undefined;
  const factor = scaleOf(scale);
  const value = factor === undefined || figure.split('.').length > 2 ? canonical(figure) : scaled(figure, factor);
  const readings = scale?.groups?.letter === undefined ? [] : [canonical(figure)];
  const length = match[0].length + (scale?.[0].length ?? 0) + (named?.length ?? 0);
  const written = text.slice(match.index, match.index + length).replaceAll(gap, '');
  const measure = measureOf(value, named?.unit);
  return { value, readings, unit: named?.unit.name ?? '', measure, written, index: match.index };
}

function scaleOf(scale: RegExpExecArray | null): number | undefined {
  const { zh, en, letter } = scale?.groups ?? {};
  if (zh !== undefined) return chineseScales[zh];
  return en === undefined ? letterScales[letter ?? ''] : englishScales[en];
}

/** Full-width figures and signs as the usual ones, of the same length. */
function widthless(text: string): string {
  return text.replace(/[０-９％．]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0));
}
