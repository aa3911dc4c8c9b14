// Rules about style: the spacing of Chinese text beside Latin letters, the terms of the glossary, and links that show an address
// instead of a name. The first two rules examine text block by block, without code, addresses and HTML.
//
// autocorrect-node corrects one block at a time. Its own Markdown mode is not used, because it also edits code in `~~~` fences,
// lists and indented blocks (77 lines in a test with real articles), and does not add spaces beside inline code.

import { createRequire } from 'node:module';
import { slug } from 'github-slugger';
import type { Nodes } from 'mdast';
import { holdsHan } from '../edition/analysis.ts';
import { type Bilingual, type Language, languages } from '../edition/vocabulary.ts';
import { type Finding, placesIn, type Replacement, show } from '../messages.ts';
import type { Draft } from '../source/draft.ts';
import { extentOf, nodesIn, placeOf } from '../source/markdown.ts';
import { contentOf } from '../source/outline.ts';
import { glossary, type Term } from './glossary.ts';
import type { DraftRule } from './rule.ts';

/** The text of one paragraph, heading, table cell or field. `starts` and `afters` have one entry for each UTF-16 unit of `text`. */
interface Prose {
  text: string;
  /** The offset in the file at which each unit begins. */
  starts: number[];
  /**
   * The offset after each unit and after the marks of emphasis or links that end there. A space after the unit is inserted at
   * this offset.
   */
  afters: number[];
  /** True for a heading. Its words form an anchor, so a change may break links to it. */
  isHeading: boolean;
}

/** All text of one language: title, summary, body, questions and answers. */
function proseIn(draft: Draft, language: Language): Prose[] {
  const part = draft.outline.parts[language];
  const blocks = nodesIn(part === undefined ? [] : contentOf(part)).filter(
    ({ type }) => type === 'paragraph' || type === 'heading' || type === 'tableCell',
  );
  return [...fieldProse(draft, language), ...blocks.map((block) => blockProse(block, draft.text))];
}

/** Stands for an image, a tag, an address or an escape. It is a private-use character, which belongs to no script. */
const mark = '\ue000';
/** Stands for inline code, which is separated from Chinese text by a space. */
const codeMark = '`x`';
/** Escapes, character references, and line breaks with the white space and the «>» of block quotes around them. */
const unreadable = /\\[!-/:-@[-`{-~]|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]*);|[^\S\n]*\n[\s>]*/gi;

function blockProse(block: Nodes, source: string): Prose {
  const prose: Prose = { text: '', starts: [], afters: [], isHeading: block.type === 'heading' };
  const addWords = (start: number, end: number): void => {
    prose.text += source.slice(start, end);
    for (let at = start; at < end; at += 1) {
      prose.starts.push(at);
      prose.afters.push(at + 1);
    }
  };
  const addMark = (text: string, start: number, end: number): void => {
    prose.text += text;
    for (const _ of text) {
      prose.starts.push(start);
      prose.afters.push(end);
    }
  };
  const add = (node: Nodes): void => {
    const { start, end } = extentOf(node);
    if (node.type === 'text') {
      let at = start;
      for (const match of source.slice(start, end).matchAll(unreadable)) {
        addWords(at, start + match.index);
        at = start + match.index + match[0].length;
        addMark(match[0].includes('\n') ? '\n' : mark, start + match.index, at);
      }
      addWords(at, end);
    } else if ('children' in node && !(node.type === 'link' && isBare(source, start))) {
      for (const child of node.children) add(child);
      if (prose.afters.length > 0) prose.afters[prose.afters.length - 1] = end;
    } else addMark(node.type === 'inlineCode' ? codeMark : node.type === 'break' ? '\n' : mark, start, end);
  };
  add(block);
  return prose;
}

/**
 * The text of title and summary. A text that YAML writes differently (with escapes or doubled quotes) is skipped, because its
 * characters have no offsets in the file.
 */
function fieldProse({ frontMatter, fields, text: source }: Draft, language: Language): Prose[] {
  if (!fields.checked?.success) return [];
  const { title, summary } = fields.checked.data;
  return Object.entries({ title, summary }).flatMap(([field, values]) => {
    const { line, column } = frontMatter.placeOf([field, language]);
    const offset = source.split('\n', line - 1).join('\n').length + column;
    const opening = /^(?:["']|[|>][-+\d]*[^\S\n]*\n[^\S\n]*)?/.exec(source.slice(offset));
    let at = offset + (opening?.[0].length ?? 0);
    const prose: Prose = { text: values[language].trimEnd(), starts: [], afters: [], isHeading: false };
    for (const unit of prose.text.split('')) {
      const written = source.charAt(at);
      // YAML may fold a line break in the file to a space in the value of the field.
      if (written !== unit && !(/\s/.test(written) && /\s/.test(unit))) return [];
      prose.starts.push(at);
      at += 1;
      if (written === '\n') while (source[at] === ' ') at += 1;
      prose.afters.push(at);
    }
    return prose;
  });
}

// The rule about spaces and punctuation.

const cjkSpacing: DraftRule = {
  stage: 'draft',
  name: 'cjk-spacing',
  severity: 'warning',
  about: {
    zh: '中文里夹用英文、数字和代码时，空格和标点前后一致。',
    en: 'In Chinese text, punctuation and the spaces around Latin words, numbers and code follow one convention.',
  },
  onlyInCheck: true,
  check(draft) {
    const correct = chineseCorrector();
    if (correct === undefined) return [];
    const placeAt = placesIn(draft.text);
    return proseIn(draft, 'zh').flatMap((prose) => {
      const corrected = correct(prose.text);
      const edits = corrected === prose.text ? [] : editsBetween(prose, corrected, draft.text);
      return edits.map((edit) => ({ place: placeAt(edit.start), ...spacingFinding(edit, prose, draft.text) }));
    });
  },
};

/**
 * The rules of autocorrect-node: 1 means enabled. The others were disabled after reading their results on real articles.
 * `halfwidth-punctuation` turns the full stop of «填写 access key。» into a Latin one. `space-dash` and `space-bracket` add spaces
 * beside full-width marks. `no-space-fullwidth-quote` changes curly quotation marks, although English text uses them too.
 * `halfwidth-word` changes letter case, which is the author's choice. `spellcheck` is not needed, because the rule `terms` has a
 * glossary.
 */
const correctorRules = {
  'space-word': 1,
  'space-punctuation': 1,
  'space-backticks': 1,
  'no-space-fullwidth': 1,
  fullwidth: 1,
  'space-bracket': 0,
  'space-dash': 0,
  'space-dollar': 0,
  'no-space-fullwidth-quote': 0,
  'halfwidth-word': 0,
  'halfwidth-punctuation': 0,
  spellcheck: 0,
};

const load = createRequire(import.meta.url);

/** Returns a function that corrects one block of text. The native addon is loaded on first use. Undefined on platforms without it. */
export function chineseCorrector(): ((text: string) => string) | undefined {
  try {
    const { format, loadConfig }: typeof import('autocorrect-node') = load('autocorrect-node');
    loadConfig(JSON.stringify({ rules: correctorRules }));
    return format;
  } catch {
    return undefined;
  }
}

const advices = {
  space: {
    zh: '在中文与英文单词、数字、代码之间加一个空格。',
    en: 'Put one space between Chinese and Latin words, numbers or code.',
  },
  'no-space': { zh: '全角标点旁边不加空格。', en: 'Put no space beside full-width punctuation.' },
  punctuation: { zh: '中文句子用全角标点。', en: 'Use full-width punctuation in Chinese sentences.' },
} as const;
type EditKind = keyof typeof advices;
const editKinds = Object.keys(advices) as EditKind[];

interface Edit extends Replacement {
  kinds: Set<EditKind>;
}

const fullWidth: { readonly [half: string]: string } = {
  ',': '，',
  '.': '。',
  ':': '：',
  ';': '；',
  '!': '！',
  '?': '？',
};

/**
 * The difference of the two texts as edits of the file. The corrector only adds and removes spaces and changes punctuation, so
 * one loop over both texts finds every edit.
 */
function editsBetween(prose: Prose, corrected: string, source: string): Edit[] {
  const { text, starts, afters } = prose;
  const edits: Edit[] = [];
  let editedUnit = 0;
  const change = (kind: EditKind, unit: number, extent: Replacement): void => {
    const last = edits.at(-1);
    const between = text.slice(editedUnit + 1, unit);
    editedUnit = unit;
    // Changes at both ends of a word are one edit, so that `用API时`, which lacks two spaces, is reported once.
    if (last !== undefined && between.length <= 40 && !/[\s\p{Script=Han}]/u.test(between)) {
      last.replacement += source.slice(last.end, extent.start) + extent.replacement;
      last.end = extent.end;
      last.kinds.add(kind);
    } else edits.push({ ...extent, kinds: new Set([kind]) });
  };
  let unit = 0;
  let at = 0;
  while (unit < text.length || at < corrected.length) {
    const [is = '', should = ''] = [text[unit], corrected[at]];
    const start = starts[unit] ?? 0;
    if (is === should) {
      unit += 1;
      at += 1;
    } else if (should === ' ') {
      const after = afters[unit - 1] ?? 0;
      if (wantsSpace(text, unit)) change('space', unit - 1, { start: after, end: after, replacement: ' ' });
      at += 1;
    } else if (is === ' ' || is === '\t') {
      // A line break stays. So does the space in `**注意：** 文`, without which most parsers do not end the emphasis.
      const mayGo = source[start] !== '\n' && !/[*_~]/.test(source.charAt(start - 1));
      if (mayGo) change('no-space', unit, { start, end: start + 1, replacement: '' });
      unit += 1;
    } else if (should !== '' && fullWidth[is] === should) {
      change('punctuation', unit, { start, end: start + 1, replacement: should });
      unit += 1;
      at += 1;
    } else return [];
  }
  return edits;
}

/**
 * Whether a space belongs before a unit: between Chinese and a word, number or code. A sign such as + or % may belong to either
 * side, so no space is added beside it.
 */
function wantsSpace(text: string, unit: number): boolean {
  const [left = '', right = ''] = [text[unit - 1], text[unit]];
  if (holdsHan(left)) return /[A-Za-z\d`]/.test(right);
  // No space is added before the sign of a name such as $PATH, so none is added after the name either.
  const isSigned = /[$#@&][\w.-]*$/.test(text.slice(Math.max(0, unit - 40), unit));
  return /[A-Za-z\d`]/.test(left) && holdsHan(right) && !isSigned;
}

function spacingFinding({ kinds, ...fix }: Edit, prose: Prose, source: string): Omit<Finding, 'place'> {
  const { start, end, replacement } = fix;
  const proseStart = prose.starts[0] ?? 0;
  const proseEnd = prose.afters.at(-1) ?? 0;
  const before = (/.{0,8}$/u.exec(source.slice(Math.max(proseStart, start - 16), start))?.[0] ?? '').trimStart();
  const after = (/^.{0,8}/u.exec(source.slice(end, Math.min(proseEnd, end + 16)))?.[0] ?? '').trimEnd();
  const found = before + source.slice(start, end) + after;
  const expected = before + replacement + after;
  // The words of a heading form its anchor. If the anchor changes, no fix is offered, because the author must also correct links
  // to it.
  const movesAnchor = prose.isHeading && slug(found) !== slug(expected);
  const advised = editKinds.filter((kind) => kinds.has(kind)).map((kind): Bilingual => advices[kind]);
  if (movesAnchor) {
    advised.push({
      zh: '标题的锚点会随之改变，请一并改正指向它的链接。',
      en: 'This changes the anchor of the heading, so correct the links to that anchor too.',
    });
  }
  return {
    found: { zh: `写法 ${show(found)}`, en: `the text ${show(found)}` },
    expected: { zh: `写法 ${show(expected)}`, en: `the text ${show(expected)}` },
    advice: { zh: advised.map(({ zh }) => zh).join(''), en: advised.map(({ en }) => en).join(' ') },
    ...(!movesAnchor && { fix }),
  };
}

// The rule about terms.

const terms: DraftRule = {
  stage: 'draft',
  name: 'terms',
  severity: 'warning',
  about: {
    zh: '同一个概念在所有文章里用同一个词，搜索和读者都不必猜。',
    en: 'One idea has one name in all articles, so that neither search nor readers have to guess.',
  },
  onlyInCheck: true,
  check(draft) {
    const placeAt = placesIn(draft.text);
    return languages.flatMap((language) =>
      proseIn(draft, language).flatMap((prose) =>
        [...prose.text.matchAll(avoidedForms)].flatMap(({ 0: form, index }) => {
          const term = termOf.get(form);
          const start = prose.starts[index] ?? 0;
          const end = (prose.starts[index + form.length - 1] ?? 0) + 1;
          return term === undefined ? [] : { place: placeAt(start), ...termFinding(form, term, { start, end }, prose) };
        }),
      ),
    );
  },
};

const termOf = new Map<string, Term>(glossary.flatMap((term) => term.avoid.map((form) => [form, term] as const)));
const avoidedForms = patternOf([...termOf.keys()]);

/**
 * A pattern that matches any of the forms, the longest first. A Latin form must be a separate word. It must not be part of an
 * address, a path, a file name, an identifier or a longer name with a hyphen.
 */
function patternOf(forms: readonly string[]): RegExp {
  const sorted = [...forms].sort((left, right) => right.length - left.length);
  const anyOf = (some: string[]): string => some.map((form) => form.replace(/[.+]/g, '\\$&')).join('|');
  const latin = anyOf(sorted.filter((form) => !holdsHan(form)));
  return new RegExp(`${anyOf(sorted.filter(holdsHan))}|(?<![\\w.@/#$:-])(?:${latin})(?![\\w@/(]|[.:-]\\w)`, 'g');
}

function termFinding(
  form: string,
  { en, zh = en }: Term,
  extent: { start: number; end: number },
  { isHeading }: Prose,
): Omit<Finding, 'place'> {
  const wanted = holdsHan(form) ? zh : en;
  // A fix is offered only if the found term is the wanted term with other letter case, spaces, hyphens or full stops. Any other
  // term may have another meaning in this place.
  const lettersOf = (name: string): string => name.toLowerCase().replace(/[\s.-]/g, '');
  const isSameName = lettersOf(form) === lettersOf(wanted) && extent.end - extent.start === form.length;
  const keepsAnchor = !isHeading || slug(form) === slug(wanted);
  return {
    found: { zh: `用词 ${show(form)}`, en: `the term ${show(form)}` },
    expected: {
      zh: holdsHan(form) ? `${show(wanted)}（${en}）` : `写法 ${show(wanted)}`,
      en: holdsHan(form) ? `${show(wanted)} (${en})` : `the spelling ${show(wanted)}`,
    },
    advice: {
      zh: `写成 ${show(wanted)}；若是引用原文或代码，放进反引号里。`,
      en: `Write ${show(wanted)}; put it in backticks if you quote code or another text verbatim.`,
    },
    ...(isSameName && keepsAnchor && { fix: { ...extent, replacement: wanted } }),
  };
}

// The rule about addresses.

const bareUrls: DraftRule = {
  stage: 'draft',
  name: 'bare-urls',
  severity: 'warning',
  about: {
    zh: '链接有名称：读者和智能体先知道它通向什么，再决定是否打开。',
    en: 'Links have names, so that readers and agents know where a link leads before they follow it.',
  },
  onlyInCheck: true,
  check: ({ tree, text }) =>
    nodesIn(tree.children).flatMap((node) => {
      const { start, end } = extentOf(node);
      if (node.type !== 'link' || !isBare(text, start) || text[start] === '<') return [];
      const written = text.slice(start, end);
      const swallowed = /[^\x21-\x7e]/.exec(written);
      // In angle brackets, only mail addresses and addresses with a scheme are links.
      const isFixable = swallowed === null && /^(?:https?:\/\/|[^/\s]+@)/i.test(written);
      return {
        place: placeOf(node),
        found: { zh: `直接写出的地址 ${show(written)}`, en: `the bare address ${show(written)}` },
        expected: { zh: '带名称的链接', en: 'a link with a name' },
        advice:
          swallowed === null
            ? {
                zh: '写成 [名称](地址)；地址本身就是内容时，写成 <地址>。',
                en: 'Write [name](address); to show the address itself, write <address>.',
              }
            : {
                zh: `写成 [名称](地址)；现在从「${swallowed[0]}」起的文字也成了地址的一部分。`,
                en: `Write [name](address); as written, ${show(swallowed[0])} and the text after it become part of the address.`,
              },
        ...(isFixable && { fix: { start, end, replacement: `<${written}>` } }),
      };
    }),
};

/** True when the source of a link is an address only, with or without angle brackets. */
const isBare = (source: string, linkStart: number): boolean => source[linkStart] !== '[';

export const styleRules: readonly DraftRule[] = [cjkSpacing, terms, bareUrls];
