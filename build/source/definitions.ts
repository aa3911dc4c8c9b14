// Link definitions and footnotes: what some nodes refer to, wherever in the file it stands.
import type { Definition, FootnoteDefinition, Nodes } from 'mdast';
import { nodesIn } from './nodes.ts';

export type AnyDefinition = Definition | FootnoteDefinition;

/** Definitions by label; of two with one label the first counts. */
export function definitionsByLabel(nodes: readonly Nodes[]): Map<string, AnyDefinition> {
  const definitions = new Map<string, AnyDefinition>();
  for (const definition of definitionsIn(nodes)) {
    const label = labelOf(definition);
    if (!definitions.has(label)) definitions.set(label, definition);
  }
  return definitions;
}

/** What some nodes refer to and do not hold, and what the notes among that refer to. */
export function definitionsFor(
  nodes: readonly Nodes[],
  definitions: ReadonlyMap<string, AnyDefinition>,
): AnyDefinition[] {
  const found = new Set<AnyDefinition>();
  let unseen = nodes;
  while (unseen.length > 0) {
    const referred = nodesIn(unseen).flatMap((node) =>
      'identifier' in node ? (definitions.get(labelOf(node)) ?? []) : [],
    );
    unseen = [...new Set(referred)].filter((definition) => !found.has(definition));
    for (const definition of referred) found.add(definition);
  }
  const own = new Set<Nodes>(nodes);
  return [...found].filter((definition) => !own.has(definition));
}

/** Links and notes have labels of their own, so a note's carries its mark; case does not count. */
function labelOf({ type, identifier }: { type: string; identifier: string }): string {
  return `${type.startsWith('footnote') ? '^' : ''}${identifier.toUpperCase()}`;
}

function definitionsIn(nodes: readonly Nodes[]): AnyDefinition[] {
  return nodesIn(nodes).filter((node) => node.type === 'definition' || node.type === 'footnoteDefinition');
}
