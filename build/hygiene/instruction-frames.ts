// The frames of instructions to a model: which roles, in which order, make one, and how much each weighs. A frame looks at
// one clause or one sentence and says what it found; what the findings come to is for model-instructions.ts.
import { addressRoles, type Clause, type Sentence, type Token } from './clauses.ts';
import { anyHas, has, type Order, openers, reach } from './orders.ts';

/** What a frame can find: an author is told these in words. */
export type Sign =
  | 'override'
  | 'persona'
  | 'from-now-on'
  | 'secrecy'
  | 'leak'
  | 'address'
  | 'tool'
  | 'send'
  | 'plea'
  | 'marker'
  | 'image';

export interface Evidence {
  sign: Sign;
  points: number;
  /** Where it begins and ends, in the plain form. */
  start: number;
  end: number;
}

const evidence = (sign: Sign, points: number, tokens: readonly Token[]): Evidence[] => {
  const [first, last] = [tokens[0], tokens.at(-1)];
  return first === undefined || last === undefined ? [] : [{ sign, points, start: first.start, end: last.end }];
};

/** Object words around a verb: those after it, and with 把 those before it. */
function around({ tokens }: Clause, { verb }: Order): Token[] {
  const from = tokens.slice(0, verb).findIndex((token) => has(token, 'take'));
  return tokens.slice(from === -1 ? verb : from, verb + reach);
}

/** Drop what you were told: OWASP's «ignore all previous instructions». */
export function overrideIn(clause: Clause, order: Order): Evidence[] {
  const verb = clause.tokens[order.verb];
  if (order.forbids || !has(verb, 'cancel', 'cancelMildly')) return [];
  const near = around(clause, order);
  const object = anyHas(near, 'charter') ? 4 : anyHas(near, 'instruction') ? 2 : anyHas(near, 'rule') ? 1 : 0;
  if (object === 0) return [];
  // What says whose instructions they are stands beside them: `all previous instructions`, `the instructions above`.
  const lastObject = near.findLastIndex((token) => has(token, 'charter', 'instruction', 'rule'));
  const words = near.slice(0, lastObject + 4);
  const [prior, own, all] = [anyHas(words, 'prior'), anyHas(words, 'own', 'you'), anyHas(words, 'all')];
  // To follow no orders that retrieved text gives is what an agent should be told.
  const defends = !prior && !own && anyHas(words, 'untrusted');
  const points =
    (has(verb, 'cancel') ? 2 : 1) + object + (prior ? 2 : 0) + (own ? 2 : 0) + (all ? 2 : 0) - (defends ? 4 : 0);
  return evidence('override', points, words);
}

/** Show what you were told (LLM07, system prompt leakage). */
export function leakIn(clause: Clause, order: Order): Evidence[] {
  if (order.forbids || !has(clause.tokens[order.verb], 'show')) return [];
  const words = around(clause, order);
  const [charter, own] = [anyHas(words, 'charter'), anyHas(words, 'own', 'you')];
  const points = charter ? (own ? 6 : 3) : own && anyHas(words, 'instruction') ? 4 : 0;
  return points === 0 ? [] : evidence('leak', points, words);
}

/** Say nothing to the person whom you serve. Nothing but the person may stand between the ban and the verb. */
export function secrecyIn({ tokens }: Clause): Evidence[] {
  const ban = tokens.findIndex((token) => has(token, 'negation'));
  if (ban === -1) return [];
  if (!tokens.slice(0, ban).every((token) => has(token, ...openers))) return [];
  const verb = tokens.findIndex((token, index) => index > ban && !has(token, 'toWhom', 'user', 'users', 'adverb'));
  if (!has(tokens[verb], 'tell')) return [];
  const words = tokens.slice(ban, verb + reach);
  const whom = anyHas(words, 'user') ? 4 : anyHas(words, 'users') ? 2 : 0;
  const itself = anyHas(words, 'selfReference') ? 3 : 0;
  const points = 2 + whom + itself - (anyHas(words, 'interrogative') ? 2 : 0);
  return whom + itself === 0 ? [] : evidence('secrecy', points, words);
}

/** True when a sentence frees somebody from rules. */
export const frees = ({ tokens }: Sentence): boolean => anyHas(tokens, 'unrestricted');

/** Be somebody else: a new persona or mode; `isFreed` when the sentence frees it from rules. */
export function personaIn({ tokens }: Clause, isFreed: boolean): Evidence[] {
  const at = tokens.findIndex((token) => has(token, 'youAreNow', 'youAre', 'actAs'));
  if (at === -1) return [];
  const rest = tokens.slice(at + 1, at + 8);
  const relation = rest.findIndex((token) => has(token, 'relation'));
  const complement = relation === -1 ? rest : rest.slice(0, relation);
  const machine = anyHas(complement, 'machine', 'model', 'mode') ? 3 : 0;
  const free = isFreed ? 3 : 0;
  const words = tokens.slice(at, at + 8);
  if (has(tokens[at], 'youAreNow')) return evidence('persona', 3 + machine + free, words);
  // What somebody is or acts as is said to a model only at the head of a clause, and of a machine.
  const isHead = tokens.slice(0, at).every((token) => has(token, ...openers));
  if (!isHead || machine === 0) return [];
  return evidence('persona', machine + free, words);
}

/** Answer otherwise from here on. */
export function fromNowOnIn(sentence: Sentence, orders: readonly (Order | undefined)[]): Evidence[] {
  const at = sentence.tokens.findIndex((token) => has(token, 'fromNowOn'));
  if (at === -1) return [];
  const words = sentence.tokens.slice(at + 1, at + 1 + reach);
  const answers = anyHas(words, 'reply') || anyHas(words.slice(0, 6), 'answer');
  const toldTo = words.some((token, index) => has(token, 'you') && has(words[index + 1], 'must', 'only'));
  const isOrder = orders.some((order) => order !== undefined) || toldTo;
  if (!isOrder || !answers) return [];
  return evidence(
    'from-now-on',
    4 + (toldTo ? 2 : 0) + (anyHas(words, 'only') ? 2 : 0),
    sentence.tokens.slice(at, at + 8),
  );
}

/** Speaking to the model itself: `if you are an AI`, `as a language model, you must`, `note to LLMs:`. */
export function addressIn(clause: Clause, next: Clause | undefined): Evidence[] {
  const { tokens } = clause;
  const machineAfter = (from: number, within: number): number => {
    const at = tokens.slice(from + 1, from + 1 + within).findIndex((token) => has(token, 'machine', 'model'));
    return at === -1 ? -1 : from + 1 + at;
  };
  const isPerson = (machine: number): boolean => anyHas(tokens.slice(machine + 1, machine + 3), 'maker');
  const condition = tokens.findIndex((token) => has(token, 'ifYouAre'));
  const conditioned = condition === -1 ? -1 : machineAfter(condition, 4);
  if (conditioned !== -1 && !isPerson(conditioned)) return evidence('address', 6, tokens);
  const as = tokens.findIndex((token) => has(token, 'as'));
  const named = as === 0 ? machineAfter(0, 4) : -1;
  const told = next?.tokens.findIndex((token) => has(token, 'you')) ?? -1;
  if (named !== -1 && !isPerson(named) && told === 0 && has(next?.tokens[1], 'must')) {
    return evidence('address', has(tokens[named], 'machine') ? 6 : 5, tokens);
  }
  const called = tokens.findIndex((token) => has(token, 'attention'));
  const caller =
    called === -1 || clause.endedBy === '' ? -1 : Math.max(machineAfter(called, 8), machineBefore(tokens, called));
  if (caller !== -1) return evidence('address', 4, tokens);
  return clause.endedBy === ':' && tokens.length <= 3 && has(tokens.at(-1), 'machine')
    ? evidence('address', 2, tokens)
    : [];
}

/** `AI 助手请注意`. */
function machineBefore(tokens: readonly Token[], called: number): number {
  return called > 0 && has(tokens[called - 1], 'machine', 'model') ? called - 1 : -1;
}

/** Use a tool and leave the person out (LLM06, excessive agency). */
export function toolIn({ tokens, clauses }: Sentence, orders: readonly (Order | undefined)[]): Evidence[] {
  const used = clauses.findIndex((clause, index) => {
    const order = orders[index];
    return (
      order !== undefined && !order.forbids && has(clause.tokens[order.verb], 'use') && anyHas(clause.tokens, 'tool')
    );
  });
  return used !== -1 && anyHas(tokens, 'waiver') ? evidence('tool', 6, tokens) : [];
}

/** Send what was said in private to an address. */
export function sendIn({ tokens, clauses }: Sentence, orders: readonly (Order | undefined)[]): Evidence[] {
  const sends = clauses.some((clause, index) => {
    const order = orders[index];
    return order !== undefined && !order.forbids && anyHas(clause.tokens.slice(order.verb), 'send');
  });
  const address = tokens.findIndex((token) => token.roles === addressRoles);
  if (!sends || address === -1 || !anyHas(tokens, 'private', 'charter')) return [];
  return evidence('send', 6, tokens.slice(0, address + 1));
}

/** What models are pleaded with; it counts beside words that speak to one. */
export function pleaIn({ tokens }: Clause, order: Order): Evidence[] {
  return !order.forbids && has(tokens[order.verb], 'plea') ? evidence('plea', 3, tokens) : [];
}

/** New orders, announced. */
export function newOrdersIn({ tokens, endedBy }: Clause): Evidence[] {
  const at = tokens.findIndex((token) => has(token, 'newOrders'));
  return at === 0 && (endedBy !== '' || tokens.length > 1) ? evidence('override', 6, tokens.slice(at, reach)) : [];
}
