// Values for the parameters of operations: mostly what a caller could mean on an edition, sometimes what nobody should send.
import fc from 'fast-check';
import { Converter } from 'opencc-js/cn2t';
import { domains, languages, riskLevels, verificationStatuses } from '../../../build/edition/vocabulary.ts';
import type { Facts } from './facts.ts';

const odd = fc.oneof(
  fc.constantFrom(...'0 -1 1.5 999999 1000001 true zh-CN Verified tools-github xml % & #'.split(' ')),
  fc.constantFrom('?', '+', '\u0000', '😀', "'", 'ﬃ', 'constructor', '../..', '<b>', '', ' ', '茶'.repeat(257)),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);
const often = (...values: readonly string[]) =>
  fc.oneof({ weight: 29, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: odd });
/** One of a list, or what stands in for it where an edition has none. */
const anyOf = (values: readonly string[], instead: string) =>
  fc.constantFrom(...(values.length > 0 ? values : [instead]));

const toTraditional = Converter({ from: 'cn', to: 't' });
const misspelt = (word: string): string => {
  const characters = [...word];
  const at = Math.floor(characters.length / 2);
  return [...characters.slice(0, at), ...characters.slice(at + 1)].join('');
};
const changed = (values: fc.Arbitrary<string>) =>
  fc.tuple(
    values,
    fc.constantFrom(misspelt, (text: string) => `${text}-x`),
  );

export function valuesOf(facts: Facts): Readonly<Record<string, fc.Arbitrary<string>>> {
  const slug = anyOf(facts.slugs, 'teapot');
  const word = anyOf(facts.words, 'teapot');
  const anchor = anyOf(facts.anchors, 'cause');
  const held = fc.tuple(anyOf(facts.held, 'teapot@0123456789ab'), fc.constantFrom(0, 0, 12)).map(([entry, digits]) => {
    const [name = '', digest = ''] = entry.split('@');
    return digits === 0 ? entry : `${name}@${digest.slice('sha256-'.length, 'sha256-'.length + digits)}`;
  });
  const outdated = fc.oneof(slug, anyOf(facts.otherNames, 'art_teapot')).map((name) => `${name}@0123456789ab`);
  return {
    q: fc.oneof(
      { weight: 4, arbitrary: word },
      { weight: 2, arbitrary: fc.tuple(word, word).map((words) => words.join(' ')) },
      { weight: 2, arbitrary: word.map(misspelt) },
      { weight: 1, arbitrary: word.map((text) => toTraditional(text).toUpperCase()) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom('什么是{}？', 'how do I {}?'), word)
          .map(([form, text]) => form.replace('{}', () => text)),
      },
      { weight: 2, arbitrary: fc.constantFrom('xyzzyplugh', 'qqqqqqqq 茶', '？', 'tools/list', '企鹅') },
      { weight: 1, arbitrary: odd },
    ),
    domain: often(...domains),
    status: often(...verificationStatuses),
    minConfidence: often('0', '50', '81', '100'),
    maxRisk: often(...riskLevels),
    lang: often(...languages),
    page: often('1', '2', '3', '7', '1000000'),
    pageSize: often('1', '3', '20', '100'),
    facets: often('true', 'false'),
    snippet: often('true', 'false'),
    format: often('json', 'markdown'),
    section: fc.oneof({ weight: 6, arbitrary: anchor }, { weight: 2, arbitrary: anchor.map(misspelt) }, odd),
    maxTokens: fc.oneof(
      {
        weight: 9,
        arbitrary: fc.oneof(fc.integer({ min: 50, max: 600 }), fc.integer({ min: 50, max: 20_000 })).map(String),
      },
      { weight: 1, arbitrary: odd },
    ),
    since: fc.oneof(
      {
        weight: 4,
        arbitrary: fc
          .tuple(anyOf(facts.buildIds, '0'.repeat(64)), fc.constantFrom(12, 20, 64))
          .map(([id, length]) => id.slice(0, length)),
      },
      {
        weight: 2,
        arbitrary: fc.constantFrom('1970-01-01', '2026-02-15', '2026-01-01T00:00:00Z', '2099-12-31', '0123456789ab'),
      },
      { weight: 1, arbitrary: odd },
    ),
    have: fc.oneof(
      {
        weight: 6,
        arbitrary: fc
          .array(
            fc.oneof(
              held,
              outdated,
              held.map((entry) => `${entry}#cause`),
            ),
            { minLength: 1, maxLength: 5 },
          )
          .map(String),
      },
      { weight: 1, arbitrary: odd },
    ),
    digest: fc.oneof(
      { weight: 3, arbitrary: anyOf(facts.held, 'teapot@0123456789ab').map((entry) => entry.split('@')[1] ?? '') },
      { weight: 1, arbitrary: odd },
    ),
    slug: fc.oneof(
      { weight: 8, arbitrary: slug },
      { weight: 2, arbitrary: anyOf(facts.otherNames, 'art_teapot') },
      { weight: 2, arbitrary: changed(slug).map(([name, change]) => change(name)) },
      { weight: 1, arbitrary: odd },
    ),
  };
}
