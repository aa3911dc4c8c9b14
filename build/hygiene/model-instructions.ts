// Finds instructions that a text gives to a model that reads it. The text is brought into its plain form, cut into
// sentences and clauses, and searched for frames; what they weigh is summed, and enough of it is a finding.
//
// The kinds come from OWASP's LLM01:2025 (prompt injection: direct and indirect, hidden text, several languages, encodings,
// images that carry data away), LLM06:2025 (excessive agency), LLM07:2025 (system prompt leakage), OWASP's prevention cheat
// sheet, and from «Ignore Previous Prompt» (Perez and Ribeiro, 2022). It is no proof against an attacker who knows it: it
// keeps copied and careless instructions out of articles, and makes the others look odd.
import { type Sentence, sentencesOf } from './clauses.ts';
import { encodedTexts } from './encoded-text.ts';
import {
  addressIn,
  type Evidence,
  frees,
  fromNowOnIn,
  leakIn,
  newOrdersIn,
  overrideIn,
  personaIn,
  pleaIn,
  type Sign,
  secrecyIn,
  sendIn,
  toolIn,
} from './instruction-frames.ts';
import { imageEvidence, markersIn } from './markers.ts';
import { mentions, ordersOf } from './orders.ts';
import { codeMark, type Passage, type PassageKind } from './passages.ts';
import { type PlainForm, plainForm } from './plain-form.ts';

export interface ModelInstruction {
  /** The heaviest sign. */
  sign: Sign;
  /** The words, as written (decoded, when they were encoded). */
  words: string;
  encoded: boolean;
  /** The offset in the passage's text. */
  offset: number;
}

/** A finding needs this much: two certain signs, or one that has no other meaning. */
const enough = 6;
/** Words that nobody sees on the page need less. */
const hiddenBonus = 1;
/** Speaking about attacks, or quoting one, takes this away. */
const mentionDiscount = 4;

/** The instructions in a passage, one for each sentence that holds any. */
export function modelInstructionsIn({ kind, text }: Pick<Passage, 'kind' | 'text'>): ModelInstruction[] {
  if (kind === 'address') return imageEvidence(text).map((found) => instruction(found, text, found.start));
  const plain = plainForm(text);
  const found = [...findingsIn(plain, kind), ...markersIn(plain.text, kind === 'heading')];
  const written = found.map((evidence) => {
    const start = plain.offsets[evidence.start] ?? 0;
    return instruction(evidence, text.slice(start, (plain.offsets[evidence.end - 1] ?? start) + 1), start);
  });
  return firstOfEach([...written, ...encodedInstructions(text)]);
}

function instruction({ sign }: Evidence, words: string, offset: number): ModelInstruction {
  return { sign, words: words.replaceAll(codeMark, '`…`').replace(/\s+/g, ' ').trim(), encoded: false, offset };
}

function encodedInstructions(text: string): ModelInstruction[] {
  return encodedTexts(text).flatMap(({ decoded, start }) =>
    findingsIn(plainForm(decoded), 'hidden')
      .slice(0, 1)
      .map(({ sign }) => ({ sign, words: decoded, encoded: true, offset: start })),
  );
}

function findingsIn({ text }: PlainForm, kind: PassageKind): Evidence[] {
  const sentences = sentencesOf(text);
  return sentences.flatMap((sentence, index) => {
    const found = evidenceIn(sentence);
    const [heaviest] = [...found].sort((left, right) => right.points - left.points);
    if (heaviest === undefined) return [];
    const points =
      found.reduce((sum, evidence) => sum + evidence.points, 0) +
      (isOnlyAddress(found) ? pleasAfter(sentences, index) : 0) +
      (kind === 'hidden' ? hiddenBonus : 0) -
      (mentions(sentence, heaviest.start) ? mentionDiscount : 0);
    return points >= enough ? [{ ...heaviest, start: sentence.start, end: sentence.end }] : [];
  });
}

const isOnlyAddress = (found: readonly Evidence[]): boolean => found.every(({ sign }) => sign === 'address');

/** After words to a model, the next sentence may hold the order. */
function pleasAfter(sentences: readonly Sentence[], index: number): number {
  const next = sentences[index + 1];
  if (next === undefined) return 0;
  return ordersOf(next).some((order) => order !== undefined) ? 1 : 0;
}

/** What the frames find in a sentence; each sign counts once, at its heaviest. */
function evidenceIn(sentence: Sentence): Evidence[] {
  const orders = ordersOf(sentence);
  const isFreed = frees(sentence);
  const found: Evidence[] = [
    ...fromNowOnIn(sentence, orders),
    ...toolIn(sentence, orders),
    ...sendIn(sentence, orders),
    ...sentence.clauses.flatMap((clause, index) => {
      const order = orders[index];
      return [
        ...personaIn(clause, isFreed),
        ...secrecyIn(clause),
        ...addressIn(clause, sentence.clauses[index + 1]),
        ...newOrdersIn(clause),
        ...(order === undefined
          ? []
          : [...overrideIn(clause, order), ...leakIn(clause, order), ...pleaIn(clause, order)]),
      ];
    }),
  ];
  const strongest = new Map<Sign, Evidence>();
  for (const evidence of found) {
    if (evidence.points > (strongest.get(evidence.sign)?.points ?? 0)) strongest.set(evidence.sign, evidence);
  }
  // A plea is one to a model only beside something else that is said to models.
  const others = [...strongest.values()].filter(({ sign }) => sign !== 'plea');
  if (!others.some(({ sign, points }) => sign === 'address' || points >= 4)) strongest.delete('plea');
  return [...strongest.values()];
}

function firstOfEach(found: readonly ModelInstruction[]): ModelInstruction[] {
  const seen = new Set<number>();
  return found.filter(({ offset }) => !seen.has(offset) && seen.add(offset));
}
