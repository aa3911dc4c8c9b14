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
  about:
    'A link or note by reference is defined in its own language, under a label that the other language does not use.',
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
        found: `the reference ${show(labelOf(node))}, which the other language defines`,
        expected: `its definition under # ${languageHeadings[part.language]}`,
        advice: 'Define it in this language too, under another label, or write the address in the link.',
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
        found: `the label ${show(label)}, which the other language defines otherwise`,
        expected: 'labels of its own in each language: in an article with both, the first definition counts',
        advice: `Give it another label here, such as ${label}-${part.language}.`,
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
