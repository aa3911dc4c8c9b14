// Markup as HTML.
import type { Markup } from './markup.ts';
import { escapeHtml } from './slots.ts';

/** Elements without an end tag, of those that are used. */
const voidTags: ReadonlySet<string> = new Set(['input']);

export function markupHtml(markup: Markup): string {
  if (typeof markup === 'string') return escapeHtml(markup);
  const { tag, attributes, children } = markup;
  const given = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
  const start = `<${tag}${given.join('')}>`;
  return voidTags.has(tag) ? start : `${start}${children.map(markupHtml).join('')}</${tag}>`;
}
