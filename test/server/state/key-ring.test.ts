// How API keys are stored, compared and revoked.
import crypto, { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Guard } from '../../../server/state/guard.ts';
import { KeyRing } from '../../../server/state/key-ring.ts';
import { passingStore, sqliteStore } from '../../../server/state/sqlite/store.ts';
import type { StateStore } from '../../../server/state/store.ts';
import { movableClock, silent, stateFor } from '../../server.ts';
import { temporaryFolder } from '../../site.ts';
import { issueKey } from '../keys.ts';

async function ringOver(store: StateStore): Promise<KeyRing> {
  const clock = movableClock();
  const guard = new Guard({ store, clock, log: silent });
  await store.probe();
  onTestFinished(() => store.close());
  return new KeyRing({ guard, clock, log: silent });
}

test('the state contains the SHA-256 of a key, but neither the key nor its secret in any encoding', async () => {
  const folder = await temporaryFolder();
  const store = sqliteStore(folder);
  const ring = await ringOver(store);
  const { key, record } = await issueKey(store);
  expect((await ring.check(key)).kind).toBe('valid');
  expect(record.secrets.map(({ hash }) => hash)).toEqual([createHash('sha256').update(key).digest('hex')]);
  const kept = Buffer.concat(await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name)))));
  const secret = Buffer.from(key.slice(-43), 'base64url');
  expect(kept.includes(record.secrets[0]?.hash ?? '')).toBe(true);
  for (const spelling of [key, key.slice(-43), secret, secret.toString('hex'), secret.toString('base64')])
    expect(kept.includes(spelling)).toBe(false);
});

test('a key is compared with the stored hash in constant time', async () => {
  const store = passingStore();
  const ring = await ringOver(store);
  const { key, record } = await issueKey(store);
  // Replaces the comparison of Node by one that also records its arguments.
  const { timingSafeEqual } = crypto;
  const compared: string[][] = [];
  crypto.timingSafeEqual = (left, right) => {
    compared.push([String(left), String(right)]);
    return timingSafeEqual(left, right);
  };
  syncBuiltinESMExports();
  onTestFinished(() => {
    crypto.timingSafeEqual = timingSafeEqual;
    syncBuiltinESMExports();
  });
  expect((await ring.check(key)).kind).toBe('valid');
  const { hash } = record.secrets[0] ?? { hash: '' };
  expect(compared).toEqual([[hash, hash]]);
});

test('a key that the server has accepted is refused within a second after it is revoked in the store', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const store = passingStore();
  await store.probe();
  const state = stateFor(movableClock(), { store });
  onTestFinished(() => state.close());
  const { key, record } = await issueKey(store);
  await state.open();
  expect((await state.keys.check(key)).kind).toBe('valid');
  await store.keys.put({ ...record, revokedAt: '2026-01-31T12:00:00.000Z' }, record);
  await vi.advanceTimersByTimeAsync(999);
  expect(await state.keys.check(key)).toEqual({ kind: 'refused', reason: 'revoked' });
});
