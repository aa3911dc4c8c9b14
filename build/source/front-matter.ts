// Splits a file into front matter and body with gray-matter. By itself, gray-matter executes `---js` front matter as code,
// forgets a YAML error when it sees the same text again, and reads YAML 1.1. Therefore this module passes the YAML to `readYaml`,
// refuses every other format, and returns errors as findings.
import matter from 'gray-matter';
import { languages } from '../edition/vocabulary.ts';
import { type Finding, type Place, placesIn, show, startOfFile } from '../messages.ts';
import { languageHeadings } from './outline.ts';
import { readYaml, type YamlReading } from './yaml.ts';

export interface FrontMatter extends YamlReading {
  /** The start and end offset of the YAML, including its last line break. Null when there is no readable front matter. */
  extent: { start: number; end: number } | null;
  /** The number of the line where the body begins. Null when it could not be found. */
  bodyLine: number | null;
}

/** Reads the front matter of a text. The text must have LF line ends and no byte order mark. */
export function readFrontMatter(text: string): FrontMatter {
  const lines = text.split('\n');
  const opening = lines[0] ?? '';
  const engine = opening.slice(3).trim();
  if (!matter.test(text) || /\s/.test(engine)) {
    return unreadable(lines, startOfFile, {
      found:
        text.trim() === ''
          ? { zh: '空文件', en: 'an empty file' }
          : { zh: `首行 ${show(opening)}`, en: `the first line ${show(opening)}` },
      expected: { zh: '作为 front matter 开头的一行 ---', en: 'the line ---, which opens the front matter' },
      advice: {
        zh: '文件开头先写 ---，再写各个字段；`npm run new` 会生成完整的开头。',
        en: 'Begin the file with --- and the fields; `npm run new` writes a complete start.',
      },
    });
  }
  if (engine !== '' && engine !== 'yaml') {
    return unreadable(lines, startOfFile, {
      found: { zh: `以 ${show(opening)} 开始的 front matter`, en: `front matter opened by ${show(opening)}` },
      expected: {
        zh: 'YAML 格式的 front matter，首行只有 ---',
        en: 'YAML front matter, with only --- on its first line',
      },
      advice: {
        zh: '用 YAML 书写字段。其他格式可能执行代码，一律拒绝。',
        en: 'Write the fields as YAML. Other formats can run code and are refused.',
      },
    });
  }
  // Passing options keeps gray-matter from using its cache. `split.matter` begins after the opening `---` and the name of the
  // format.
  const split = matter(text, { language: 'yaml', engines: { yaml: () => ({}) } });
  const fieldsEnd = (engine === '' ? '---' : opening).length + split.matter.length;
  const closingIndex = text.slice(0, fieldsEnd).split('\n').length;
  const closing = lines[closingIndex];
  if (closing?.trimEnd() !== '---') {
    return unreadable(lines, closing === undefined ? startOfFile : { line: closingIndex + 1, column: 1 }, {
      found:
        closing === undefined
          ? { zh: '缺少结束行的 front matter', en: 'front matter that is never closed' }
          : { zh: `以 ${show(closing)} 结束的 front matter`, en: `front matter that ends with ${show(closing)}` },
      expected: { zh: '最后一个字段之后的一行 ---', en: 'the line --- after the last field' },
      advice: {
        zh: '在 front matter 与正文之间加上一行 ---。',
        en: 'Add the line --- between the front matter and the body.',
      },
    });
  }
  const extent = { start: opening.length + 1, end: fieldsEnd + 1 };
  const placeAt = placesIn(text);
  const yaml = readYaml(text.slice(extent.start, fieldsEnd), (offset) => placeAt(extent.start + offset));
  return { ...yaml, extent, bodyLine: closingIndex + 2 };
}

/** The result for unreadable front matter. The body then begins at the first language heading, if there is one. */
function unreadable(lines: readonly string[], place: Place, finding: Omit<Finding, 'place'>): FrontMatter {
  const titles: readonly string[] = languages.map((language) => `# ${languageHeadings[language]}`);
  const body = lines.findIndex((line) => titles.includes(line.trimEnd()));
  return {
    values: null,
    placeOf: () => place,
    placeOfKey: () => place,
    findings: [{ place, ...finding }],
    extent: null,
    bodyLine: body === -1 ? null : body + 1,
  };
}
