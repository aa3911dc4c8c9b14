// What keys have used, in SQLite.
import { countedIn, type QuotaCharge, type QuotaCount, type QuotaStore, type Usage } from '../store.ts';
import type { Connection } from './connection.ts';

const find = 'SELECT used, period_begin_ms, last_used_ms FROM quotas WHERE key_id = ?';
const write = `INSERT INTO quotas (key_id, used, period_begin_ms, last_used_ms) VALUES (?, ?, ?, ?)
  ON CONFLICT (key_id) DO UPDATE SET used = excluded.used, period_begin_ms = excluded.period_begin_ms,
    last_used_ms = max(last_used_ms, excluded.last_used_ms)`;

export function sqliteQuotas(connection: Connection): QuotaStore {
  /** Under the write lock: nobody else counts between reading and writing. */
  function count(charge: QuotaCharge, limit: number): QuotaCount {
    const { keyId, period, requests, atMs } = charge;
    const kept = connection.statement(find).get(keyId);
    const { used, beginMs } = countedIn(period, kept === undefined ? undefined : usageOf(kept));
    const admitted = Math.max(0, Math.min(requests, limit - used));
    if (admitted > 0) connection.statement(write).run(keyId, used + admitted, beginMs, atMs);
    return { admitted, used: used + admitted, periodBeginMs: beginMs };
  }
  const isOver = ({ keyId, period }: QuotaCharge): boolean =>
    Number(connection.statement(find).get(keyId)?.period_begin_ms ?? 0) > period.beginMs;
  return {
    charge: (charge) => connection.write(() => count(charge, charge.limit)),
    add: (charge) =>
      connection.write(() => {
        if (!isOver(charge)) count(charge, Number.MAX_SAFE_INTEGER);
      }),
    usage: (keyIds) =>
      connection.read(() => {
        const rows = keyIds.flatMap((keyId) =>
          connection
            .statement(find)
            .all(keyId)
            .map((row) => [keyId, usageOf(row)] as const),
        );
        return new Map(rows);
      }),
  };
}

const usageOf = (row: Record<string, unknown>): Usage => ({
  used: Number(row.used),
  periodBeginMs: Number(row.period_begin_ms),
  lastUsedMs: Number(row.last_used_ms),
});
