// Signs that are no words: the marks that chat templates put between turns, and images whose address carries data away.
import { sentencesOf } from './clauses.ts';
import type { Evidence } from './instruction-frames.ts';
import { ordersOf } from './orders.ts';

/** Turns of ChatML, Llama 2 and Llama 3; in prose they have no other meaning. */
const turn =
  /<\|(?:im_start|im_end|system|user|assistant|endoftext|start_header_id|end_header_id|eot_id)\|>|\[\/?inst\]|<<\/?sys>>/g;
const roleLine = /^(?:system|developer|assistant|user|human|系统|开发者|助手|用户)[^\S\n]?:[^\S\n]*([^\n]+)/gm;
const templateHeading = /^(?:#{1,6} )?(?:instruction|instructions|response|指令)\s?:/;

/** Role markers in a text in plain form. */
export function markersIn(plain: string, isHeading: boolean): Evidence[] {
  const found: Evidence[] = [];
  const add = (start: number, length: number): void => {
    found.push({ sign: 'marker', points: 6, start, end: start + length });
  };
  const heading = (isHeading || plain.startsWith('#') ? templateHeading : undefined)?.exec(plain);
  if (heading) add(0, heading[0].length);
  for (const { 0: marker, index } of plain.matchAll(turn)) add(index, marker.length);
  for (const match of plain.matchAll(roleLine)) if (isTurn(match[1] ?? '')) add(match.index, match[0].length);
  return found;
}

/** `System: Linux` names a thing; `System: you must …` speaks as somebody. */
function isTurn(words: string): boolean {
  if (/^(?:you|your|你|您)(?![a-z])/.test(words)) return true;
  const [sentence] = sentencesOf(words.slice(0, 200));
  const order = sentence === undefined ? undefined : ordersOf(sentence)[0];
  const verb = order === undefined ? undefined : sentence?.clauses[0]?.tokens[order.verb];
  return verb?.roles.has('cancel') === true || verb?.roles.has('cancelMildly') === true;
}

/** A slot that a model would fill (`{…}`, `${…}`, `[…]`, `<…>`), also percent-encoded. */
const slot = /(?:=|%3d)(?:\$?\{|\[|<|%7b|%5b|%3c)/i;

/** An image at another host whose query is to be filled in: showing it sends what was filled in. */
export function imageEvidence(address: string): Evidence[] {
  const query = address.search(/[?#]/);
  if (query === -1 || !/^(?:https?:)?\/\//i.test(address) || !slot.test(address.slice(query))) return [];
  return [{ sign: 'image', points: 6, start: 0, end: address.length }];
}
