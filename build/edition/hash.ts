// SHA-256 in the two spellings of an edition, and the one order of strings.
import { hash } from 'node:crypto';

/** Lower-case hexadecimal SHA-256 (FIPS 180-4), 64 characters. Text is hashed as UTF-8. */
export function sha256(content: string | Uint8Array): string {
  return hash('sha256', content);
}

/** A short name for some content, for entity tags and file names: the first 96 bits of SHA-256 as base64url, 16 characters. */
export function fingerprint(content: string | Uint8Array): string {
  return hash('sha256', content, 'base64url').slice(0, 16);
}

/** The fingerprint of some content from its hexadecimal SHA-256. */
export const fingerprintOf = (hash: string): string => Buffer.from(hash, 'hex').toString('base64url').slice(0, 16);

/** Orders strings by UTF-16 code unit: the same on every machine and in every locale. */
export function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
