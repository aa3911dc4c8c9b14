// Generators of texts for tests of the analyser: both languages, identifiers, full-width and Traditional characters, emoji.
import fc from 'fast-check';

/** Words of all these kinds. Some have a term in common, such as `hope` and `hoping`. */
export const pieces = [
  'database', 'Databases', 'connection', 'connecting', 'hoping', 'hope', 'happy', 'happily', 'dying', "don't", 'don’t',
  'tools/call', 'list_tools', 'ECONNREFUSED', '-32601', 'C++', 'C#', 'v1.2.3', 'camelCase', 'HTTPServer', 'iOS', 'the',
  '数据库', '数据', '連線逾時', '连接', '库', '数', '資料庫', 'ｆｕｌｌ', 'ｗｉｄｔｈ', 'ﬁle', '１２３', '①', 'naïve', 'nai\u0308ve',
  'straße', 'STRASSE', 'ΟΔΟΣ', 'οδος', 'Привет', '한국어', 'カタカナ', '👩‍👩‍👧', '🇨🇳🇬🇧', '𠮷野', '𠮷', 'क्षि', '一\ufe00二',
] as const; // biome-ignore format: as a list

const separators = [
  ...[' ', ' ', ' ', '', '，', '。', '. ', ', ', '：', '（', '）', ' | ', '’', '！'],
  ...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
];

export const anyText = fc
  .array(
    fc.tuple(
      fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'grapheme', maxLength: 4 })),
      fc.constantFrom(...separators),
    ),
    { maxLength: 60 },
  )
  // Removes the characters that begin an ideographic description sequence (⿰…). OpenCC treats such a sequence as one character, so
  // a character would be converted differently in a sequence than alone.
  .map((parts) =>
    parts
      .flat()
      .join('')
      .replaceAll(/[\u2ff0-\u2fff]/g, ''),
  );

/** Any text without `*` and `…`, which are the marks of an excerpt. */
export const unmarkedText = anyText.map((text) => text.replaceAll(/[*…]/g, ''));
