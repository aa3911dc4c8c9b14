// `stele keys`: creates, lists, rotates and revokes API keys.

import { Command, Option } from 'commander';
import type { Bilingual } from '../build/edition/vocabulary.ts';
import { printable, show } from '../build/messages.ts';
import { counted } from '../build/report.ts';
import {
  hashOfKey,
  type KeyRecord,
  looksLikeKey,
  newApiKey,
  newKeyId,
  withoutKeys,
} from '../server/access/api-keys.ts';
import { type KeyPlan, keyPlans, periodAt, plans } from '../server/access/plans.ts';
import type { Settings } from '../server/config.ts';
import { addressAt } from '../server/discovery.ts';
import type { KeyStore, Usage } from '../server/state/store.ts';
import type { CommandIo } from './command-io.ts';
import { reportingMistakes, UsageError } from './content-option.ts';
import { durationMs, durationText, momentAllowed, momentMs, momentText } from './duration.ts';
import { changeState, dataOption, readState, redisUrlOption, type StateOptions } from './kept-state.ts';
import { jsonText, print } from './standard-output.ts';
import { cutTo, tableText } from './text-table.ts';

const labelMax = 100;
const plansText = keyPlans.map((plan) => `  ${plan}  ${limitText(plan)}`).join('\n');

export function keysCommand(io: CommandIo): Command {
  return new Command('keys')
    .description('create, list, rotate and revoke API keys')
    .addCommand(createCommand(io))
    .addCommand(listCommand(io))
    .addCommand(rotateCommand(io))
    .addCommand(revokeCommand(io))
    .addHelpText(
      'after',
      `
Plans:
${plansText}

Running servers apply every change without a restart: a new key works at once, a revoked one is refused within a second.
With npm, put -- before the options: npm run keys -- list --all
If it is called wrongly, the command prints one sentence and exits with 2.`,
    );
}

function createCommand(io: CommandIo): Command {
  return new Command('create')
    .description('create a key and show it once')
    .addOption(new Option('--plan <plan>', 'the plan, which sets its limits').choices(keyPlans).makeOptionMandatory())
    .requiredOption('--label <text>', `the owner of the key, 1–${labelMax} characters, shown in lists`)
    .option('--expires <when>', 'the expiry: 90d, 12h, 2027-01-31 or 2027-01-31T18:00:00+08:00 (default: never)')
    .option('--json', 'print {key, id, plan, label, createdAt}, and expiresAt if --expires is given')
    .addOption(dataOption())
    .addOption(redisUrlOption())
    .addHelpText(
      'after',
      `
Plans:
${plansText}

Standard output has only the key; everything else goes to standard error:
  KEY=$(npm run --silent keys -- create --plan free --label ci)
Only a hash of it is stored; replace a lost key with rotate.
A duration is counted from now. A date means its beginning in UTC; a time needs a zone, such as Z or +08:00.`,
    )
    .action(reportingMistakes(io, runCreate));
}

function listCommand(io: CommandIo): Command {
  return new Command('list')
    .description('show the keys, their status and their usage')
    .option('--all', 'include revoked and expired keys')
    .option('--json', 'print a JSON array with one object per key')
    .addOption(dataOption())
    .addOption(redisUrlOption())
    .addHelpText(
      'after',
      `
used/limit count the requests of the UTC day (free) or month (paid) that ends at «until».
Usage is stored before a request is answered; only requests accepted while the store was unavailable are added later.`,
    )
    .action(reportingMistakes(io, runList));
}

function rotateCommand(io: CommandIo): Command {
  return new Command('rotate')
    .description('create a new secret for a key; its id, plan, label and used quota do not change')
    .argument('<id>', 'the id of the key, as shown by list')
    .addOption(
      new Option('--overlap <duration>', 'how long the old secret stays valid, at most 30d; 0 ends it at once').default(
        defaultOverlap,
      ),
    )
    .option('--json', 'print {key, id, plan, label, createdAt, previousExpiresAt}')
    .addOption(dataOption())
    .addOption(redisUrlOption())
    .addHelpText(
      'after',
      `
Standard output has only the new key, as with create.
Both secrets count against one quota. A revoked or expired key cannot be rotated.`,
    )
    .action(reportingMistakes(io, runRotate));
}

function revokeCommand(io: CommandIo): Command {
  return new Command('revoke')
    .description('revoke a key permanently')
    .argument('<id>', 'the id of the key, as shown by list')
    .addOption(dataOption())
    .addOption(redisUrlOption())
    .addHelpText(
      'after',
      '\nRevoking again changes nothing and prints the time of revocation. A revoked key cannot be restored: create another one.',
    )
    .action(reportingMistakes(io, runRevoke));
}

interface CreateOptions extends StateOptions {
  plan: KeyPlan;
  label: string;
  expires?: string;
  json?: true;
}

async function runCreate(io: CommandIo, { plan, label, expires, json, ...options }: CreateOptions): Promise<void> {
  const now = Date.now();
  const createdAt = new Date(now).toISOString();
  const owner = labelOf(label);
  const expiresAt = expires === undefined ? null : expiryOf(expires, now);
  await changeState(io, options, async ({ keys }, settings) => {
    const id = newKeyId();
    const key = newApiKey(id);
    const secrets = [{ hash: hashOfKey(key), createdAt, expiresAt: null }];
    const record: KeyRecord = { id, plan, label: owner, createdAt, expiresAt, revokedAt: null, secrets };
    // There are 32^12 ids.
    if (!(await keys.put(record, undefined))) throw new UsageError(`the new id ${id} is taken; no key was created`);
    if (json === true) {
      const shown = { key, id, plan, label: owner, createdAt, ...(expiresAt !== null && { expiresAt }) };
      io.stdout.write(`${jsonText(shown)}\n`);
      return;
    }
    const until = expiresAt === null ? 'until it is revoked' : `until ${momentText(expiresAt)}`;
    const purpose = `${limitText(plan)}, ${until}. Its id is ${id}`;
    showKey(io, key, `a ${plan} key for ${show(owner)}: ${purpose}`, settings);
  });
}

function limitText(plan: KeyPlan): string {
  return `${plans[plan].limit.toLocaleString('en')} requests per UTC ${plans[plan].unit}`;
}

/** Prints the key alone on standard output, so that `$(…)` in a shell captures it. Explanations go to standard error. */
function showKey({ stdout, stderr }: CommandIo, key: string, about: string, { publicUrl, host, port }: Settings): void {
  stdout.write(`${key}\n`);
  // If standard output is not a terminal, a program captures the key. Standard error may then be a log, which must not contain it.
  const shown = stdout.isTTY ? key : '$KEY';
  stderr.write(
    [
      about,
      'It is shown only now, because the server keeps only its hash. Store it like a password.',
      `Try it:  curl -H "Authorization: Bearer ${shown}" '${publicUrl ?? addressAt(host, port)}/api/v1/search?pageSize=1'`,
      '',
    ].join('\n'),
  );
}

function labelOf(given: string): string {
  const label = given.trim();
  const length = [...label].length;
  const fault =
    length === 0
      ? { zh: '它是空的', en: 'it is empty' }
      : length > labelMax
        ? { zh: `它有 ${length} 个字符`, en: `it has ${length} characters` }
        : printable(label) !== label
          ? { zh: '它含有控制字符', en: 'it has control characters' }
          : looksLikeKey(label)
            ? { zh: '它含有密钥，会原样保存', en: 'it contains a key, which would be stored in clear text' }
            : undefined;
  if (fault === undefined) return label;
  throw new UsageError({
    zh: `--label 不能是这段文字：${fault.zh}；写明密钥归谁用，1–${labelMax} 个字符，不含控制字符`,
    en: `--label cannot be this text: ${fault.en}; name the owner of the key in 1–${labelMax} characters, without control characters`,
  });
}

function expiryOf(given: string, now: number): string {
  const ms = momentMs(given, now);
  if (ms !== undefined && ms > now) return new Date(ms).toISOString();
  const past = ms === undefined ? { zh: '', en: '' } : { zh: '，不在将来', en: ', which is not in the future' };
  throw new UsageError({
    zh: `--expires 是 ${printable(show(given))}${past.zh}；可以写${momentAllowed.zh}`,
    en: `--expires is ${printable(show(given))}${past.en}; it takes ${momentAllowed.en}`,
  });
}

/** An attempt fails if another process has changed the key since it was read. After this many attempts the command gives up. */
const attemptsMax = 10;

/** Returns the id in an argument, which may also be a whole key. In that case, prints a warning, because shells store arguments. */
function idIn({ stderr }: CommandIo, given: string): string {
  const id = /^stele_([a-z0-9]{12})_/.exec(given)?.[1];
  if (id === undefined) return given;
  stderr.write(
    `stele: this is a complete key; the id ${id} is enough. A key on a command line stays in the shell's history: remove it there\n`,
  );
  return id;
}

/** Changes a key, and tries again if another process has changed it meanwhile. If `change` returns its argument, writes nothing. */
export async function changeKey(
  keys: KeyStore,
  id: string,
  change: (kept: KeyRecord) => KeyRecord,
): Promise<{ before: KeyRecord; after: KeyRecord }> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const { records } = await keys.changedAfter(0);
    const before = records.find((record) => record.id === id) ?? notThere(id, seeAll);
    const after = change(before);
    if (after === before || (await keys.put(after, before))) return { before, after };
  }
  throw new UsageError(`other processes changed the key ${id} during each of ${attemptsMax} attempts; try again`);
}

const seeAll = {
  zh: '。用 npm run keys -- list --all 看全部',
  en: '. `npm run keys -- list --all` shows all of them',
};

/** Throws a usage error which says that the key does not exist, followed by `more`. */
function notThere(id: string, more: Bilingual): never {
  const shown = printable(show(withoutKeys(id)));
  throw new UsageError({ zh: `没有密钥 ${shown}${more.zh}`, en: `there is no key ${shown}${more.en}` });
}

interface RotateOptions extends StateOptions {
  overlap: string;
  json?: true;
}

const defaultOverlap = '24h';
const overlapMax = '30d';

async function runRotate(io: CommandIo, given: string, { overlap, json, ...options }: RotateOptions): Promise<void> {
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
          ? 'the previous one has ended'
          : `the previous one ends in ${durationText(Date.parse(previousExpiresAt) - now)}, at ${momentText(previousExpiresAt)}`;
      showKey(io, key, `the new key of ${id} (${plan}, ${printable(show(label))}); ${old}`, settings);
    },
    ({ zh, en }) => notThere(id, { zh: `：${zh}`, en: `: ${en}` }),
  );
}

/** The key with a new secret. Its other secrets end at `end`, or earlier if they already had an earlier end. Expired ones are dropped. */
function rotated(kept: KeyRecord, { hash, now, end }: { hash: string; now: number; end: number }): KeyRecord {
  const previous = kept.secrets
    .map((secret) => ({ ...secret, expiresAt: new Date(Math.min(end, momentOf(secret.expiresAt))).toISOString() }))
    .filter(({ expiresAt }) => Date.parse(expiresAt) > now);
  return { ...kept, secrets: [...previous, { hash, createdAt: new Date(now).toISOString(), expiresAt: null }] };
}

function refuseEnded({ id, revokedAt, expiresAt }: KeyRecord, now: number): void {
  if (revokedAt !== null)
    throw new UsageError({
      zh: `${id} 已在 ${momentText(revokedAt)} 撤销，不能轮换；请另建一个密钥`,
      en: `${id} was revoked at ${momentText(revokedAt)} and cannot be rotated; create another key`,
    });
  if (expiresAt !== null && Date.parse(expiresAt) <= now)
    throw new UsageError({
      zh: `${id} 已在 ${momentText(expiresAt)} 过期，不能轮换；请另建一个密钥`,
      en: `${id} expired at ${momentText(expiresAt)} and cannot be rotated; create another key`,
    });
}

const momentOf = (at: string | null): number => (at === null ? Number.POSITIVE_INFINITY : Date.parse(at));

function overlapOf(given: string): number {
  const ms = durationMs(given);
  if (ms !== undefined && ms <= (durationMs(overlapMax) ?? 0)) return ms;
  throw new UsageError({
    zh: `--overlap 是 ${printable(show(given))}；可以写时长，例如 30m、12h 或 7d，最多 ${overlapMax}；写 0 则旧密钥立即失效`,
    en: `--overlap is ${printable(show(given))}; it takes a duration such as 30m, 12h or 7d, at most ${overlapMax}, or 0 to end the old key at once`,
  });
}

async function runRevoke(io: CommandIo, given: string, options: StateOptions): Promise<void> {
  const id = idIn(io, given);
  await changeState(
    io,
    options,
    async ({ keys }) => {
      const { before, after } = await changeKey(keys, id, (kept) =>
        kept.revokedAt === null ? { ...kept, revokedAt: new Date().toISOString() } : kept,
      );
      const named = `${id} (${after.plan}, ${printable(show(after.label))})`;
      io.stdout.write(
        before.revokedAt === null
          ? `${named} is revoked; servers refuse it within a second\n`
          : `${named} was revoked at ${momentText(before.revokedAt)}; nothing was changed\n`,
      );
    },
    ({ zh, en }) => notThere(id, { zh: `：${zh}`, en: `: ${en}` }),
  );
}

// The list. It never has a secret or its hash.

interface ListOptions extends StateOptions {
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

async function runList(io: CommandIo, { all, json, ...options }: ListOptions): Promise<void> {
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
