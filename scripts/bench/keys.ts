// Keys for measurements, written as the command writes them, and guesses at them.
import { hashOfKey, newApiKey, newKeyId } from '../../server/access/api-keys.ts';
import type { KeyPlan } from '../../server/access/plans.ts';
import type { KeyStore } from '../../server/state/store.ts';
import { oneOf, type Random } from '../eval/random.ts';

/** So many new keys of a plan. */
export async function issueKeys(store: KeyStore, plan: KeyPlan, count: number): Promise<string[]> {
  const createdAt = new Date().toISOString();
  const keys = Array.from({ length: count }, () => newApiKey(newKeyId()));
  for (const key of keys) {
    const secrets = [{ hash: hashOfKey(key), createdAt, expiresAt: null }];
    const about = { id: keyIdOf(key), plan, label: 'a measurement', createdAt, expiresAt: null, revokedAt: null };
    await store.put({ ...about, secrets }, undefined);
  }
  return keys;
}

export const keyIdOf = (key: string): string => key.split('_')[1] ?? '';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];

/** One of the keys, right but for its last character. */
export function nearMiss(keys: readonly string[], random: Random): string {
  const key = oneOf(keys, random);
  const others = letters.filter((letter) => letter !== key.at(-1));
  return `${key.slice(0, -1)}${oneOf(others, random)}`;
}

/** A key that is well formed and nobody's. */
export const randomKey = (): string => newApiKey(newKeyId());
