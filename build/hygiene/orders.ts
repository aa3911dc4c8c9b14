// Which clauses of a sentence give an order, and which sentences only speak about orders. Knows no frame.
import type { Clause, Sentence, Token } from './clauses.ts';
import type { Role } from './lexicon.ts';

export const has = (token: Token | undefined, ...roles: readonly Role[]): boolean =>
  token !== undefined && roles.some((role) => token.roles.has(role));
export const anyHas = (tokens: readonly Token[], ...roles: readonly Role[]): boolean =>
  tokens.some((token) => has(token, ...roles));

/** How far apart the words of one frame may stand, so that long clauses neither take long nor match by chance. */
export const reach = 14;

/** What may stand before the verb of an order. A subject may not: `the agent ignores` orders nothing. */
export const openers: readonly Role[] = [
  'please',
  'adverb',
  'you',
  'must',
  'machine',
  'attention',
  'only',
  'negation',
  'prior',
];
const verbs: readonly Role[] = [
  'cancel',
  'cancelMildly',
  'show',
  'tell',
  'use',
  'send',
  'plea',
  'verb',
  'actAs',
  'answer',
  'waiver',
];

/** The order that a clause gives: the place of its verb, and whether it forbids. Undefined when it orders nothing. */
export interface Order {
  verb: number;
  forbids: boolean;
}

/** The orders of a sentence, clause by clause. What is joined to a clause by `and` orders only when that one does. */
export function ordersOf({ clauses }: Sentence): (Order | undefined)[] {
  let previous: Order | undefined;
  return clauses.map((clause) => {
    const order = clause.after === 'joiner' && previous === undefined ? undefined : orderOf(clause);
    previous = order;
    return order;
  });
}

function orderOf({ tokens }: Clause): Order | undefined {
  let verb = tokens.findIndex((token) => !has(token, ...openers) || has(token, ...verbs));
  if (has(tokens[verb], 'take')) verb = nextVerb(tokens, verb);
  if (verb === -1 || !has(tokens[verb], ...verbs)) return undefined;
  // `must` and `do not` are openers, but an adverb that is a verb of the lexicon (`always`, `只`) may come before the verb.
  while (has(tokens[verb], 'only', 'adverb') && has(tokens[verb + 1], ...verbs)) verb += 1;
  return { verb, forbids: anyHas(tokens.slice(0, verb), 'negation') };
}

/** Chinese puts an object before its verb with 把. */
function nextVerb(tokens: readonly Token[], from: number): number {
  const at = tokens
    .slice(from + 1, from + 1 + reach)
    .findIndex((token) => has(token, 'show', 'send', 'cancel', 'cancelMildly'));
  return at === -1 ? -1 : from + 1 + at;
}

/** True when a sentence speaks about instructions before, or around, what it seems to order. */
export function mentions({ tokens, clauses }: Sentence, start: number): boolean {
  const quoted = clauses.some(
    (clause) => clause.quoted && (clause.tokens[0]?.start ?? 0) <= start && start < (clause.tokens.at(-1)?.end ?? 0),
  );
  return tokens.some((token) => has(token, 'mention') && (quoted || token.start < start));
}
