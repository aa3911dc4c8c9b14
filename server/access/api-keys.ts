// API keys: what one looks like, how one is made, and what is kept of it. The key itself is shown once and kept nowhere.
import { hash, randomBytes, randomInt } from 'node:crypto';
import { z } from 'zod';
import { keyPlans } from './plans.ts';

/**
 * `stele_<id>_<secret>`: the id names the key in lists and logs, the secret is 256 random bits in base64url. The fixed
 * beginning lets scanners of repositories and logs find a key that leaked.
 */
export const apiKeyPattern = /^stele_([a-z0-9]{12})_[A-Za-z0-9_-]{43}$/;
/** The same anywhere in a text, and also when it is cut or mistyped. */
const keyInText = /stele_[a-z0-9]{12}_[A-Za-z0-9_-]+/g;

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
  /** The newest last. While a key is rotated there are two, and the older one has an end. */
  secrets: z.array(
    z.strictObject({
      /** SHA-256 of the whole key, in hexadecimal. */
      hash: z.string().regex(/^[0-9a-f]{64}$/),
      createdAt: moment,
      expiresAt: moment.nullable(),
    }),
  ),
});
/** What is kept of a key. */
export type KeyRecord = z.infer<typeof keyRecord>;

export const newKeyId = (): string =>
  Array.from({ length: idLength }, () => idLetters[randomInt(idLetters.length)]).join('');

/** A new key with this id. Nobody else will ever hold the same: 256 bits from the system's generator. */
export const newApiKey = (id: string): string => `stele_${id}_${randomBytes(secretBytes).toString('base64url')}`;

/** SHA-256 needs no salt here: there is no dictionary of 256 random bits. */
export const hashOfKey = (key: string): string => hash('sha256', key);

export const looksLikeKey = (text: string): boolean => text.search(keyInText) !== -1;

/** A text without the keys in it, for logs and answers. */
export const withoutKeys = (text: string): string => text.replaceAll(keyInText, 'stele_…');
