// Which content coding a caller gets (RFC 9110, section 12.5.3).
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';

export type Coding = 'br' | 'gzip';

export interface CodingChoice {
  /** What the caller likes best; undefined: as it is. */
  preferred: Coding | undefined;
  /** For bodies of which only the end is new: gzip, wherever it is accepted at all beside another coding. */
  forSpliced: Coding | undefined;
  refusesIdentity: boolean;
}

const asItIs: CodingChoice = { preferred: undefined, forSpliced: undefined, refusesIdentity: false };
/** Callers are many, what their libraries write is not. */
const known = new LRUCache<string, CodingChoice>({ max: 200, maxEntrySize: 8 * 2 ** 10, maxSize: 64 * 2 ** 10 });

export function codingFor(request: Request): CodingChoice {
  const written = request.headers['accept-encoding'];
  if (written === undefined) return asItIs;
  const header = String(written);
  const remembered = known.get(header);
  if (remembered !== undefined) return remembered;
  const choice = choose(request);
  known.set(header, choice, { size: header.length + 100 });
  return choice;
}

function choose(request: Request): CodingChoice {
  // `acceptsEncodings` prefers what stands first among equals, and says false when not even identity is acceptable.
  const coding = request.acceptsEncodings(['br', 'gzip', 'identity']);
  const preferred = coding === 'br' || coding === 'gzip' ? coding : undefined;
  const takesGzip = preferred !== undefined && request.acceptsEncodings('gzip') !== false;
  return {
    preferred,
    forSpliced: takesGzip ? 'gzip' : preferred,
    refusesIdentity: request.acceptsEncodings('identity') === false,
  };
}
