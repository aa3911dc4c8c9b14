import { describe, expect, it } from 'vitest';
import { durationMs, durationText, momentMs, momentText } from '../../scripts/duration.ts';

const now = Date.UTC(2026, 10, 30, 12);
const hourMs = 3_600_000;

describe('a duration', () => {
  it.each([
    ['30m', hourMs / 2],
    ['12h', 12 * hourMs],
    ['0', 0],
    ['36500d', 36_500 * 24 * hourMs],
  ])('is read from %j', (text, ms) => {
    expect(durationMs(text)).toBe(ms);
  });

  it.each(['', '90', '1.5d', '-1d', '1w', '1h30m', '９d', '36501d'])('cannot be read from %j', (text) => {
    expect(durationMs(text)).toBeUndefined();
  });

  it.each([
    [59_000, 'less than a minute'],
    [60_000, '1 minute'],
    [119 * 60_000, '119 minutes'],
    [47 * hourMs, '47 hours'],
    [90 * 24 * hourMs - 5000, '90 days'],
  ])('of %d milliseconds is written as %j', (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });
});

describe('a point in time', () => {
  it.each([
    ['12h', '2026-12-01T00:00:00.000Z'],
    ['2027-01-31', '2027-01-31T00:00:00.000Z'],
    ['2027-01-31T18:00:00+08:00', '2027-01-31T10:00:00.000Z'],
    ['2027-01-31T18:00Z', '2027-01-31T18:00:00.000Z'],
  ])('is read from %j', (text, moment) => {
    expect(new Date(momentMs(text, now) ?? 0).toISOString()).toBe(moment);
  });

  it.each(['tomorrow', '2027', '2027-02-29', '2027-01-31T18:00:00', '1800000000'])('cannot be read from %j', (text) => {
    expect(momentMs(text, now)).toBeUndefined();
  });

  it('is shown to the minute, in UTC', () => {
    expect([momentText(now), momentText('2026-11-30T12:34:56.789Z')]).toEqual([
      '2026-11-30 12:00Z',
      '2026-11-30 12:34Z',
    ]);
  });
});
