// `stele keys create`: makes a key and shows it, once.

import { isIPv6 } from 'node:net';
import { printable, show } from '../../build/messages.ts';
import { hashOfKey, type KeyRecord, looksLikeKey, newApiKey, newKeyId } from '../../server/access/api-keys.ts';
import { type KeyPlan, plans } from '../../server/access/plans.ts';
import type { Settings } from '../../server/config.ts';
import type { KeyStore } from '../../server/state/store.ts';
import type { CommandIo } from '../command-io.ts';
import { UsageError } from '../content-option.ts';
import { momentAllowed, momentMs, momentText } from '../duration.ts';
import { changeState, type StateOptions } from '../kept-state.ts';
import { jsonText } from '../standard-output.ts';

export interface CreateOptions extends StateOptions {
  plan: KeyPlan;
  label: string;
  expires?: string;
  json?: true;
}

export const labelMax = 100;

/** There are 32^12 ids: that one is taken is an accident that hardly ever happens, and never twice. */
const attemptsMax = 5;

export async function runCreate(
  io: CommandIo,
  { plan, label, expires, json, ...options }: CreateOptions,
): Promise<void> {
  const now = Date.now();
  const wishes = { plan, label: labelOf(label), expiresAt: expires === undefined ? null : expiryOf(expires, now) };
  await changeState(io, options, async ({ keys }, settings) => {
    const { record, key } = await createKey(keys, { ...wishes, createdAt: new Date(now).toISOString() });
    const { id, createdAt, expiresAt } = record;
    if (json === true) {
      const shown = { key, id, plan, label: record.label, createdAt, ...(expiresAt !== null && { expiresAt }) };
      io.stdout.write(`${jsonText(shown)}\n`);
      return;
    }
    const until = expiresAt === null ? 'until it is revoked' : `until ${momentText(expiresAt)}`;
    const purpose = `${limitText(plan)}, ${until}. Its id is ${id}`;
    showKey(io, key, `a ${plan} key for ${show(record.label)}: ${purpose}`, settings);
  });
}

export const limitText = (plan: KeyPlan): string =>
  `${plans[plan].limit.toLocaleString('en')} requests per UTC ${plans[plan].unit}`;

/** The key alone on standard output, so that `$(…)` takes it; everything about it on standard error. */
export function showKey({ stdout, stderr }: CommandIo, key: string, about: string, settings: Settings): void {
  stdout.write(`${key}\n`);
  // What is not on a terminal is being kept by a program, such as the log of a pipeline, which must not see the key.
  const shown = stdout.isTTY ? key : '$KEY';
  stderr.write(
    [
      about,
      'It is shown only now, and only its hash is kept: store it where secrets are stored.',
      `Try it:  curl -H "Authorization: Bearer ${shown}" '${originOf(settings)}/api/v1/search?pageSize=1'`,
      '',
    ].join('\n'),
  );
}

/** Where a server with the same settings is reached. */
function originOf({ publicUrl, host, port }: Settings): string {
  const isWildcard = host === '0.0.0.0' || host === '::';
  return publicUrl ?? `http://${isWildcard ? 'localhost' : isIPv6(host) ? `[${host}]` : host}:${port}`;
}

async function createKey(
  keys: KeyStore,
  wishes: Pick<KeyRecord, 'plan' | 'label' | 'createdAt' | 'expiresAt'>,
): Promise<{ key: string; record: KeyRecord }> {
  const { plan, label, createdAt, expiresAt } = wishes;
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const id = newKeyId();
    const key = newApiKey(id);
    const secrets = [{ hash: hashOfKey(key), createdAt, expiresAt: null }];
    const record: KeyRecord = { id, plan, label, createdAt, expiresAt, revokedAt: null, secrets };
    if (await keys.put(record, undefined)) return { key, record };
  }
  throw new UsageError(`${attemptsMax} new ids were all taken; nothing was made`);
}

function labelOf(given: string): string {
  const label = given.trim();
  const length = [...label].length;
  const fault =
    length === 0
      ? 'it is empty'
      : length > labelMax
        ? `it has ${length} characters`
        : printable(label) !== label
          ? 'it has control characters'
          : looksLikeKey(label)
            ? 'it holds a key, which would be kept as it is'
            : undefined;
  if (fault === undefined) return label;
  throw new UsageError(
    `--label cannot be this text: ${fault}; it takes 1–${labelMax} characters without control characters that say whose key it is`,
  );
}

function expiryOf(given: string, now: number): string {
  const ms = momentMs(given, now);
  if (ms === undefined) throw new UsageError(`--expires is ${printable(show(given))}; it takes ${momentAllowed}`);
  if (ms <= now)
    throw new UsageError(
      `--expires is ${printable(show(given))}, which is not in the future; it takes ${momentAllowed}`,
    );
  return new Date(ms).toISOString();
}
