// Creates API keys for tests and writes them into a store, as the command `keys create` does.
import { hashOfKey, type KeyRecord, newApiKey, newKeyId } from '../../server/access/api-keys.ts';
import type { StateStore } from '../../server/state/store.ts';

export interface IssuedKey {
  key: string;
  record: KeyRecord;
  /** The headers of a request with the key. */
  bearer: { authorization: string };
}

export async function issueKey(
  store: StateStore,
  more: Partial<Pick<KeyRecord, 'plan' | 'expiresAt' | 'revokedAt'>> = {},
): Promise<IssuedKey> {
  const id = newKeyId();
  const key = newApiKey(id);
  const createdAt = '2026-01-01T00:00:00.000Z';
  const secrets = [{ hash: hashOfKey(key), createdAt, expiresAt: null }];
  const record: KeyRecord = {
    id,
    plan: 'free',
    label: 'a test',
    createdAt,
    expiresAt: null,
    revokedAt: null,
    secrets,
    ...more,
  };
  await store.keys.put(record, undefined);
  return { key, record, bearer: { authorization: `Bearer ${key}` } };
}
