// The key that an operator means, and changing what is kept of it while others may be changing it too.

import { closest } from '../../build/edition/closest.ts';
import { printable, show } from '../../build/messages.ts';
import { type KeyRecord, withoutKeys } from '../../server/access/api-keys.ts';
import type { KeyStore } from '../../server/state/store.ts';
import type { CommandIo } from '../command-io.ts';
import { UsageError } from '../content-option.ts';

/** Ids that are suggested at most. */
const suggestedMax = 3;

/** Whoever is overtaken so often is told; every time somebody else got their change through. */
const attemptsMax = 10;

/** The id in what was given: an id, or a whole key that was pasted instead. */
export function idIn({ stderr }: CommandIo, given: string): string {
  const id = /^stele_([a-z0-9]{12})_/.exec(given)?.[1];
  if (id === undefined) return given;
  stderr.write(
    `stele: that is a whole key; its id ${id} is enough. A key on a command line stays in the shell's history: remove it there\n`,
  );
  return id;
}

/** Changes a key, or leaves it as it is when `change` returns the record that it was given. */
export async function changeKey(
  keys: KeyStore,
  id: string,
  change: (kept: KeyRecord) => KeyRecord,
): Promise<{ before: KeyRecord; after: KeyRecord }> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const { records } = await keys.changedAfter(0);
    const before = records.find((record) => record.id === id) ?? notThere(id, meantBy(id, records));
    const after = change(before);
    if (after === before || (await keys.put(after, before))) return { before, after };
  }
  throw new UsageError(`others changed the key ${id} each of the ${attemptsMax} times that this tried to; try again`);
}

/** Ends in the sentence that there is no such key, with what more there is to say. */
export function notThere(id: string, more: string): never {
  throw new UsageError(`there is no key ${printable(show(withoutKeys(id)))}${more}`);
}

function meantBy(id: string, records: readonly KeyRecord[]): string {
  const likely = suggestionsFor(id, records);
  const meant = likely.length === 0 ? '' : ` Did you mean ${likely.join(' or ')}?`;
  return `.${meant} \`npm run keys -- list --all\` shows all of them`;
}

/** Keys with this label, for whoever took it for the id; or else the nearest ids. */
function suggestionsFor(given: string, records: readonly KeyRecord[]): string[] {
  const labelled = records.filter(({ label }) => label === given).map(({ id }) => `${id} (by its label)`);
  if (labelled.length > 0) return labelled.slice(0, suggestedMax);
  const ids = new Set(records.map(({ id }) => id));
  const nearest: string[] = [];
  while (nearest.length < suggestedMax) {
    const next = closest(given, ids);
    if (next === undefined) break;
    ids.delete(next);
    nearest.push(next);
  }
  return nearest;
}
