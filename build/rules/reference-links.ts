import type { Definition, FootnoteDefinition } from 'mdast';
import { languages } from '../edition/vocabulary.ts';
import { type Finding, show } from '../messages.ts';
import { nodesIn } from '../source/nodes.ts';
import { contentOf, type LanguagePart, languageHeadings, placeOf } from '../source/outline.ts';
import type { DraftRule } from './rule.ts';

export const referenceLinks: DraftRule = {
  stage: 'draft',
  name: 'reference-links',
  severity: 'warning',
  about: {
    zh: '引用式链接和脚注在本语言中定义，所用的标签不与另一种语言共用。',
    en: 'A link or note by reference is defined in its own language, under a label that the other language does not use.',
  },
  check({ outline }) {
    const parts = languages.flatMap((language) => outline.parts[language] ?? []);
    return parts.flatMap((part) => {
      const other = parts.find((candidate) => candidate !== part);
      return [...definedElsewhere(part), ...(other === undefined ? [] : definedTwice(part, other))];
    });
  },
};

/** Alone, the text in this language would show brackets instead of a link. */
function definedElsewhere(part: LanguagePart): Finding[] {
  const own = definitionsIn(part);
  return nodesIn(contentOf(part)).flatMap((node): Finding[] => {
    if (node.type !== 'linkReference' && node.type !== 'imageReference' && node.type !== 'footnoteReference') return [];
    if (own.has(labelOf(node))) return [];
    return [
      {
        place: placeOf(node),
        found: {
          zh: `只由另一种语言定义的引用 ${show(labelOf(node))}`,
          en: `the reference ${show(labelOf(node))}, which the other language defines`,
        },
        expected: {
          zh: `# ${languageHeadings[part.language]} 之下对它的定义`,
          en: `its definition under # ${languageHeadings[part.language]}`,
        },
        advice: {
          zh: '在这种语言中用另一个标签也定义它，或把地址直接写进链接。',
          en: 'Define it in this language too, under another label, or write the address in the link.',
        },
      },
    ];
  });
}

/** Together, both languages would lead to what is defined first. */
function definedTwice(part: LanguagePart, other: LanguagePart): Finding[] {
  if (placeOf(part.heading).line < placeOf(other.heading).line) return [];
  const first = definitionsIn(other);
  return [...definitionsIn(part)].flatMap(([label, definition]): Finding[] => {
    const earlier = first.get(label);
    if (earlier === undefined || leadsToTheSame(earlier, definition)) return [];
    return [
      {
        place: placeOf(definition),
        found: {
          zh: `与另一种语言定义不同的标签 ${show(label)}`,
          en: `the label ${show(label)}, which the other language defines otherwise`,
        },
        expected: {
          zh: '每种语言各用自己的标签：文章同时包含两种语言时，先出现的定义生效',
          en: 'labels of its own in each language: in an article with both, the first definition counts',
        },
        advice: {
          zh: `在这里换一个标签，例如 ${label}-${part.language}。`,
          en: `Give it another label here, such as ${label}-${part.language}.`,
        },
      },
    ];
  });
}

const leadsToTheSame = (left: Definitions, right: Definitions): boolean =>
  left.type === 'definition' && right.type === 'definition' && left.url === right.url;

type Definitions = Definition | FootnoteDefinition;

/** The definitions of a language by their labels; of two with one label the first counts. */
function definitionsIn(part: LanguagePart): Map<string, Definitions> {
  const definitions = nodesIn(contentOf(part)).filter(
    (node) => node.type === 'definition' || node.type === 'footnoteDefinition',
  );
  return new Map(definitions.reverse().map((definition) => [labelOf(definition), definition]));
}

/** Links and notes have labels of their own, so a note's carries its mark. */
function labelOf(node: { type: string; identifier: string }): string {
  return node.type.startsWith('footnote') ? `^${node.identifier}` : node.identifier;
}
