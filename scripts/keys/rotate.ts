// `stele keys rotate`: a new secret for a key, under the same id, plan and quota. The old one goes on for a while.

import { printable, show } from '../../build/messages.ts';
import { hashOfKey, type KeyRecord, newApiKey } from '../../server/access/api-keys.ts';
import type { CommandIo } from '../command-io.ts';
import { UsageError } from '../content-option.ts';
import { durationMs, durationText, momentText } from '../duration.ts';
import { changeState, type StateOptions } from '../kept-state.ts';
import { jsonText } from '../standard-output.ts';
import { showKey } from './create.ts';
import { changeKey, idIn, notThere } from './named-key.ts';

export interface RotateOptions extends StateOptions {
  overlap: string;
  json?: true;
}

export const defaultOverlap = '24h';
const overlapMax = '30d';

export async function runRotate(
  io: CommandIo,
  given: string,
  { overlap, json, ...options }: RotateOptions,
): Promise<void> {
  const overlapMs = overlapOf(overlap);
  const id = idIn(io, given);
  await changeState(
    io,
    options,
    async ({ keys }, settings) => {
      const key = newApiKey(id);
      const now = Date.now();
      let previousExpiresAt = '';
      const { after } = await changeKey(keys, id, (kept) => {
        refuseEnded(kept, now);
        const end = Math.min(now + overlapMs, momentOf(kept.expiresAt));
        previousExpiresAt = new Date(end).toISOString();
        return rotated(kept, { hash: hashOfKey(key), now, end });
      });
      const { plan, label, createdAt } = after;
      if (json === true) {
        io.stdout.write(`${jsonText({ key, id, plan, label, createdAt, previousExpiresAt })}\n`);
        return;
      }
      const old =
        overlapMs === 0
          ? 'the one before it has ended'
          : `the one before it ends in ${durationText(Date.parse(previousExpiresAt) - now)}, at ${momentText(previousExpiresAt)}`;
      showKey(io, key, `the new key of ${id} (${plan}, ${printable(show(label))}); ${old}`, settings);
    },
    (why) => notThere(id, `: ${why}`),
  );
}

/** Secrets that are over are dropped; none is given a later end than it had. */
export function rotated(kept: KeyRecord, { hash, now, end }: { hash: string; now: number; end: number }): KeyRecord {
  const previous = kept.secrets
    .map((secret) => ({ ...secret, expiresAt: new Date(Math.min(end, momentOf(secret.expiresAt))).toISOString() }))
    .filter(({ expiresAt }) => Date.parse(expiresAt) > now);
  return { ...kept, secrets: [...previous, { hash, createdAt: new Date(now).toISOString(), expiresAt: null }] };
}

function refuseEnded({ id, revokedAt, expiresAt }: KeyRecord, now: number): void {
  if (revokedAt !== null)
    throw new UsageError(`${id} is revoked since ${momentText(revokedAt)} and cannot be rotated; create another key`);
  if (expiresAt !== null && Date.parse(expiresAt) <= now)
    throw new UsageError(`${id} expired at ${momentText(expiresAt)} and cannot be rotated; create another key`);
}

const momentOf = (at: string | null): number => (at === null ? Number.POSITIVE_INFINITY : Date.parse(at));

function overlapOf(given: string): number {
  const ms = durationMs(given);
  if (ms !== undefined && ms <= (durationMs(overlapMax) ?? 0)) return ms;
  throw new UsageError(
    `--overlap is ${printable(show(given))}; it takes a duration such as 30m, 12h or 7d, at most ${overlapMax}, or 0 to end the old key at once`,
  );
}
