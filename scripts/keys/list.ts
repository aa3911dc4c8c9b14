// `stele keys list`: shows the keys, their usage and status. It never prints a secret or its hash.

import { counted } from '../../build/report.ts';
import type { KeyRecord } from '../../server/access/api-keys.ts';
import { periodAt, plans } from '../../server/access/plans.ts';
import type { Usage } from '../../server/state/store.ts';
import type { CommandIo } from '../command-io.ts';
import { durationText, momentText } from '../duration.ts';
import { readState, type StateOptions } from '../kept-state.ts';
import { jsonText, print } from '../standard-output.ts';
import { cutTo, tableText } from '../text-table.ts';

export interface ListOptions extends StateOptions {
  all?: true;
  json?: true;
}

/** The fields of a key that are printed. */
interface ListedKey {
  id: string;
  plan: KeyRecord['plan'];
  label: string;
  status: 'active' | 'rotating' | 'expired' | 'revoked';
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  /** The end of the older secret during a rotation; null at other times. */
  previousExpiresAt: string | null;
  used: number;
  limit: number;
  periodEndsAt: string;
  lastUsedAt: string | null;
}

const labelColumns = 40;

export async function runList(io: CommandIo, { all, json, ...options }: ListOptions): Promise<void> {
  await readState(io, options, async ({ keys, quotas }) => {
    const now = Date.now();
    const { records } = await keys.changedAfter(0);
    const usage = await quotas.usage(records.map(({ id }) => id));
    const listed = records
      .map((record) => listedKey(record, usage.get(record.id), now))
      .sort((left, right) =>
        left.createdAt < right.createdAt || (left.createdAt === right.createdAt && left.id < right.id) ? -1 : 1,
      );
    const shown = all === true ? listed : listed.filter(({ status }) => status !== 'expired' && status !== 'revoked');
    await print(io, [`${json === true ? jsonText(shown) : keysText(shown, listed.length - shown.length, now)}\n`]);
  });
}

function keysText(shown: readonly ListedKey[], hidden: number, now: number): string {
  const ended = hidden === 0 ? '' : `; ${hidden} more revoked or expired (--all)`;
  if (shown.length === 0 && hidden === 0)
    return 'there is no key yet; create one: npm run keys -- create --plan free --label "its owner"';
  if (shown.length === 0) return `no key is in use${ended}`;
  const heads = ['id', 'plan', 'label', 'status', 'used', 'until', 'last used', 'created'];
  const rows = shown.map((key) => [
    key.id,
    key.plan,
    cutTo(key.label, labelColumns),
    statusText(key, now),
    `${key.used.toLocaleString('en')}/${key.limit.toLocaleString('en')}`,
    momentText(key.periodEndsAt),
    key.lastUsedAt === null ? 'never' : momentText(key.lastUsedAt),
    momentText(key.createdAt),
  ]);
  const table = tableText(
    [heads, ...rows],
    heads.map((head) => (head === 'used' ? 'right' : 'left')),
  );
  return `${table}\n${counted(shown.length, 'key')}${ended}`;
}

function statusText({ status, expiresAt, previousExpiresAt }: ListedKey, now: number): string {
  const left = (at: string): string => durationText(Date.parse(at) - now);
  const parts = [
    ...(status === 'rotating' && previousExpiresAt !== null
      ? [`rotating, old one ends in ${left(previousExpiresAt)}`]
      : []),
    ...((status === 'rotating' || status === 'active') && expiresAt !== null ? [`expires in ${left(expiresAt)}`] : []),
  ];
  return parts.length === 0 ? status : parts.join(', ');
}

function listedKey(record: KeyRecord, usage: Usage | undefined, now: number): ListedKey {
  const { id, plan, label, createdAt, expiresAt, revokedAt, secrets } = record;
  const { limit, unit } = plans[plan];
  const previousEnds = secrets
    .flatMap(({ expiresAt: end }) => (end !== null && Date.parse(end) > now ? [end] : []))
    .sort();
  const previousExpiresAt = previousEnds.at(-1) ?? null;
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= now;
  const status =
    revokedAt !== null ? 'revoked' : isExpired ? 'expired' : previousExpiresAt === null ? 'active' : 'rotating';
  // Counts of an earlier period are ignored. A period that begins later than the current one counts as the current one: the clock of
  // the server may be ahead of this clock.
  const period = periodAt(unit, now);
  const kept = usage !== undefined && usage.periodBeginMs >= period.beginMs ? usage : undefined;
  const { endMs } = kept === undefined ? period : periodAt(unit, kept.periodBeginMs);
  return {
    id,
    plan,
    label,
    status,
    createdAt,
    expiresAt,
    revokedAt,
    previousExpiresAt,
    used: kept?.used ?? 0,
    limit,
    periodEndsAt: new Date(endMs).toISOString(),
    lastUsedAt: usage === undefined ? null : new Date(usage.lastUsedMs).toISOString(),
  };
}
