// API keys: their format, how they are generated, and the record that is stored. The key itself is shown once and never stored.
import { hash, randomBytes, randomInt } from 'node:crypto';
import { z } from 'zod';
import { keyPlans } from './plans.ts';

/**
 * `stele_<id>_<secret>`: the id names the key in lists and logs, the secret is 256 random bits in base64url. The fixed
 * beginning lets scanners of repositories and logs find a key that leaked.
 */
export const apiKeyPattern = /^stele_([a-z0-9]{12})_[A-Za-z0-9_-]{43}$/;
/** Finds keys anywhere in a text. It also matches keys that are cut, or in which upper and lower case have changed. */
const keyInText = /stele_[a-z0-9]{12}_[a-z0-9_-]+/gi;

const idLetters = 'abcdefghijkmnpqrstuvwxyz23456789';
const idLength = 12;
const secretBytes = 32;

const moment = z.iso.datetime();

export const keyRecord = z.strictObject({
  id: z.string().regex(/^[a-z0-9]{12}$/),
  plan: z.enum(keyPlans),
  label: z.string(),
  createdAt: moment,
  expiresAt: moment.nullable(),
  revokedAt: moment.nullable(),
  /** The secrets of the key, the newest last. During a rotation there are two, and the older one has an expiry time. */
  secrets: z.array(
    z.strictObject({
      /** SHA-256 of the whole key, in hexadecimal. */
      hash: z.string().regex(/^[0-9a-f]{64}$/),
      createdAt: moment,
      expiresAt: moment.nullable(),
    }),
  ),
});
/** The stored record of a key. */
export type KeyRecord = z.infer<typeof keyRecord>;

export const newKeyId = (): string =>
  Array.from({ length: idLength }, () => idLetters[randomInt(idLetters.length)]).join('');

/** A new key with this id: 256 bits from the system's generator, so no two are the same. */
export const newApiKey = (id: string): string => `stele_${id}_${randomBytes(secretBytes).toString('base64url')}`;

/** The hash of a key needs no salt, because the hashes of 256 random bits cannot be computed in advance. */
export const hashOfKey = (key: string): string => hash('sha256', key);

export const looksLikeKey = (text: string): boolean => decoded(text).plain.search(keyInText) !== -1;

/** Removes API keys from a text, percent-encoded or not, before it is logged or sent. */
export function withoutKeys(text: string): string {
  const { plain, begins } = decoded(text);
  let kept = '';
  let end = 0;
  for (const { 0: key, index } of plain.matchAll(keyInText)) {
    kept += `${text.slice(end, begins(index))}stele_…`;
    end = begins(index + key.length);
  }
  return kept + text.slice(end);
}

/**
 * Decodes percent-encoded ASCII, even if it is encoded several times, and returns where each decoded character begins in the text.
 * Keys are ASCII, so all other escapes stay as they are. One pass is enough: an escape is decoded as soon as its last digit is read.
 */
function decoded(text: string): { plain: string; begins: (index: number) => number } {
  if (!text.includes('%')) return { plain: text, begins: (index) => index };
  const characters: string[] = [];
  const places: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    characters.push(text.charAt(at));
    places.push(at);
    for (let code = escapeAtEnd(characters); code !== undefined; code = escapeAtEnd(characters)) {
      characters.splice(-3, 3, String.fromCharCode(code));
      places.length -= 2;
    }
  }
  return { plain: characters.join(''), begins: (index) => places[index] ?? text.length };
}

function escapeAtEnd(characters: readonly string[]): number | undefined {
  if (characters.at(-3) !== '%') return undefined;
  const digits = characters.slice(-2).join('');
  return /^[0-7][0-9a-f]$/i.test(digits) ? Number.parseInt(digits, 16) : undefined;
}
