import { describe, expect, it } from 'vitest';
import { closest } from '../../../build/edition/closest.ts';
import { defaultSite, domainIds } from '../../../build/edition/site-settings.ts';

const domains = domainIds(defaultSite);

describe('the closest word', () => {
  it.each(['penguin', '', 'x'])('to %j is not a domain', (word) => {
    expect(closest(word, domains)).toBeUndefined();
  });

  it('is the first in code-unit order among equals, for any input order', () => {
    expect(closest('tex', ['tez', 'tea', 'teb'])).toBe('tea');
    expect(closest('tex', ['teb', 'tez', 'tea'])).toBe('tea');
  });

  it('is the word itself if present, and none for a word of a million letters', () => {
    for (const domain of domains) expect(closest(domain, domains)).toBe(domain);
    expect(closest('x'.repeat(1_000_000), domains)).toBeUndefined();
  });
});
