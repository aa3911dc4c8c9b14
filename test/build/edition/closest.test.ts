import { describe, expect, it } from 'vitest';
import { closest } from '../../../build/edition/closest.ts';
import { defaultSite, domainIds } from '../../../build/edition/site-settings.ts';

const domains = domainIds(defaultSite);

describe('closest', () => {
  it('returns the first in code-unit order among equally close words, for any input order', () => {
    expect(closest('tex', ['tez', 'tea', 'teb'])).toBe('tea');
    expect(closest('tex', ['teb', 'tez', 'tea'])).toBe('tea');
  });

  it('returns the word itself if it is a candidate, and nothing for a word of a million letters', () => {
    for (const domain of domains) expect(closest(domain, domains)).toBe(domain);
    expect(closest('x'.repeat(1_000_000), domains)).toBeUndefined();
  });
});
