// What the server says in the frame of every page: where it is, and which edition it serves.
import { escapeHtml, type SlotName } from '../../../build/edition/slots.ts';
import type { Library } from '../../library.ts';

/** So many characters of a `buildId` tell editions apart at a glance. */
const buildIdShown = 12;

export function frameSlots(
  { buildId, size }: Library,
  origin: string,
): Pick<Record<SlotName, string>, 'origin' | 'edition' | 'articles'> {
  return {
    origin: escapeHtml(origin),
    edition: escapeHtml(buildId.slice(0, buildIdShown)),
    articles: String(size),
  };
}
