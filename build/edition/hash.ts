// SHA-256 as full hash and as short fingerprint, and the order in which strings are sorted.
import { hash } from 'node:crypto';

/** Lower-case hexadecimal SHA-256 (FIPS 180-4), 64 characters. Text is hashed as UTF-8. */
export function sha256(content: string | Uint8Array): string {
  return hash('sha256', content);
}

/** A short name for some content, for entity tags and file names: the first 96 bits of SHA-256 as base64url, 16 characters. */
export function fingerprint(content: string | Uint8Array): string {
  return hash('sha256', content, 'base64url').slice(0, 16);
}

/** The fingerprint of a content whose hexadecimal SHA-256 is given. */
export const fingerprintOf = (hash: string): string => Buffer.from(hash, 'hex').toString('base64url').slice(0, 16);

/**
 * Compares strings by UTF-16 code unit, for `sort`. Unlike `localeCompare`, the order is the same on every machine and in every
 * locale.
 */
export function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
