// Keys for measurements, written as the command writes them.
import { hashOfKey, newApiKey, newKeyId } from '../../server/access/api-keys.ts';
import type { KeyPlan } from '../../server/access/plans.ts';
import type { KeyStore } from '../../server/state/store.ts';

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
