// The sections of both languages of an article, each beside the one that says the same in the other language.
import type { Heading, RootContent } from 'mdast';
import type { Place } from '../../messages.ts';
import type { Draft } from '../draft.ts';
import { contentOf, extentOf, headingText, type LanguagePart, type Outline } from '../outline.ts';
import { placesIn } from '../places.ts';
import { align, likeness, merged, type Pair, type Signature, signatureOf } from './alignment.ts';
import { type Block, blocksOf, type Definitions, definitionsAmong } from './blocks.ts';

export type SignedBlock = Block & { signature: Signature };

export interface Section {
  /** The language's own heading for what stands before the first heading. */
  heading: Heading;
  isQuestion: boolean;
  start: number;
  end: number;
  /** The heading first. */
  blocks: SignedBlock[];
  /** Of the heading, and of everything under it. */
  title: Signature;
  content: Signature;
}

export interface SectionPair {
  zh: Section | undefined;
  en: Section | undefined;
}

/** Both languages of a draft; undefined when one is missing, which another rule says. */
export interface Parity {
  source: string;
  pairs: SectionPair[];
  placeAt: (offset: number) => Place;
}

/** What was found out about a draft, which never changes: five rules ask for it, one after the other. */
const known = new WeakMap<Outline, Parity>();

export function parityOf(draft: Pick<Draft, 'outline' | 'text'>): Parity | undefined {
  const parity = known.get(draft.outline) ?? alignedLanguages(draft);
  if (parity !== undefined) known.set(draft.outline, parity);
  return parity;
}

function alignedLanguages({ outline, text }: Pick<Draft, 'outline' | 'text'>): Parity | undefined {
  const { zh, en } = outline.parts;
  if (zh === undefined || en === undefined) return undefined;
  const definedIn = (part: LanguagePart) => (text.includes(']:') ? definitionsAmong(contentOf(part)) : new Map());
  const [zhDefined, enDefined] = [definedIn(zh), definedIn(en)];
  // A reference that only the other language defines still leads there; that it should not is for another rule to say.
  const zhDefinitions = new Map([...enDefined, ...zhDefined]);
  const enDefinitions = new Map([...zhDefined, ...enDefined]);
  const zhBody = split(zh.heading, zh.content, zhDefinitions, false);
  const enBody = split(en.heading, en.content, enDefinitions, false);
  // What stands before the first heading belongs together, whatever it says.
  const leads = { left: zhBody.shift(), right: enBody.shift() };
  const questions = pairQuestions(questionsOf(zh, zhDefinitions), questionsOf(en, enDefinitions));
  const pairs = [leads, ...align(zhBody, enBody, sectionScore), ...questions];
  return { source: text, pairs: pairs.map(({ left, right }) => ({ zh: left, en: right })), placeAt: placesIn(text) };
}

/** Questions pair by their order, as everywhere; only what is under each is aligned. */
function pairQuestions(zh: Section[][], en: Section[][]): Pair<Section, Section>[] {
  const longer = zh.length > en.length ? zh : en;
  return longer.flatMap((_, index) => {
    const [zhQuestion, ...zhParts] = zh[index] ?? [];
    const [enQuestion, ...enParts] = en[index] ?? [];
    return [{ left: zhQuestion, right: enQuestion }, ...align(zhParts, enParts, sectionScore)];
  });
}

/** How well two sections fit: above 0 when it is likelier that they are one than that both are alone. */
function sectionScore(zh: Section, en: Section): number {
  const sameLevel = zh.heading.depth === en.heading.depth ? 1 : -0.4;
  return sameLevel + likeness(zh.title, en.title) + 1.5 * likeness(zh.content, en.content);
}

function questionsOf(part: LanguagePart, definitions: Definitions): Section[][] {
  return part.pairs.map(({ question, answer }) => split(question, answer, definitions, true));
}

function split(
  first: Heading,
  nodes: readonly RootContent[],
  definitions: Definitions,
  isQuestion: boolean,
): Section[] {
  const groups: { heading: Heading; nodes: RootContent[] }[] = [{ heading: first, nodes: [] }];
  for (const node of nodes) {
    if (node.type === 'heading') groups.push({ heading: node, nodes: [] });
    else groups.at(-1)?.nodes.push(node);
  }
  return groups.map((group, index) => {
    // `# 中文` and `# English` say nothing of their own.
    const title = group.heading.depth === 1 ? [] : signed(blocksOf([group.heading], definitions));
    const content = signed(blocksOf(group.nodes, definitions));
    const last = group.nodes.at(-1) ?? group.heading;
    return {
      heading: group.heading,
      isQuestion: isQuestion && index === 0,
      start: extentOf(group.heading).start,
      end: extentOf(last).end,
      blocks: [...title, ...content],
      title: merged(title.map(({ signature }) => signature)),
      content: merged(content.map(({ signature }) => signature)),
    };
  });
}

const signed = (blocks: Block[]): SignedBlock[] =>
  blocks.map((block) => Object.assign(block, { signature: signatureOf(block) }));

/** What a section is called in messages. */
export function nameOf(section: Section): string {
  const text = headingText(section.heading);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
