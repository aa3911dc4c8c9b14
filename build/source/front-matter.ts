// The one wrapper around gray-matter. By default gray-matter runs `---js` front matter as code, forgets a YAML error when
// it sees the same text again, shares one mutable object between callers and reads YAML 1.1. Here it reads YAML 1.2 with
// positions, refuses every other engine, and never throws: what is wrong is returned.
import matter from 'gray-matter';
import { languages } from '../edition/vocabulary.ts';
import { type Finding, type Place, show, startOfFile } from '../messages.ts';
import { languageHeadings } from './outline.ts';
import { readYaml, type YamlReading } from './yaml.ts';

export interface FrontMatter {
  /** The parsed mapping; null when it could not be read. */
  values: Record<string, unknown> | null;
  /** Where a value or key lies; the nearest ancestor that exists when it is not there. */
  placeOf(path: readonly PropertyKey[]): Place;
  /** Where the mapping's own key lies, for keys that should not be there. */
  placeOfKey(path: readonly PropertyKey[], key: string): Place;
  findings: Finding[];
  /** The line on which the body begins; null when nobody can say. */
  bodyLine: number | null;
}

const closing = /^---[^\S\n]*$/;
/** The fields begin on the line after the opening `---`. */
const firstField: Place = { line: 2, column: 1 };

/** Reads the front matter of a text with LF line ends and no byte order mark. */
export function readFrontMatter(text: string): FrontMatter {
  const lines = text.split('\n');
  const engine = engineOf(lines[0] ?? '');
  if (engine === undefined) {
    return unreadable(lines, startOfFile, {
      found:
        text.trim() === ''
          ? { zh: '空文件', en: 'an empty file' }
          : { zh: `首行 ${show(lines[0] ?? '')}`, en: `the first line ${show(lines[0] ?? '')}` },
      expected: { zh: '作为 front matter 开头的一行 ---', en: 'the line ---, which opens the front matter' },
      advice: {
        zh: '文件开头先写 ---，再写各个字段；`npm run new` 会生成完整的开头。',
        en: 'Begin the file with --- and the fields; `npm run new` writes a complete start.',
      },
    });
  }
  if (engine !== '' && engine !== 'yaml') {
    return unreadable(lines, startOfFile, {
      found: { zh: `以 ${show(lines[0])} 开始的 front matter`, en: `front matter opened by ${show(lines[0])}` },
      expected: { zh: 'YAML 格式的 front matter，首行只有 ---', en: 'YAML front matter, opened by --- alone' },
      advice: {
        zh: '用 YAML 书写字段。其他格式可能执行代码，一律拒绝。',
        en: 'Write the fields as YAML. Other engines can run code and are refused.',
      },
    });
  }
  const end = endOf(lines);
  if (!closing.test(lines[end] ?? '')) {
    return unreadable(lines, end === -1 ? startOfFile : { line: end + 1, column: 1 }, {
      found:
        end === -1
          ? { zh: '缺少结束行的 front matter', en: 'front matter that is never closed' }
          : { zh: `以 ${show(lines[end])} 结束的 front matter`, en: `front matter that ends with ${show(lines[end])}` },
      expected: { zh: '最后一个字段之后的一行 ---', en: 'the line --- after the last field' },
      advice: {
        zh: '在 front matter 与正文之间加上一行 ---。',
        en: 'Add the line --- between the front matter and the body.',
      },
    });
  }
  return fromYaml(yamlIn(text), end + 2);
}

/** The index of the line that closes the front matter; undefined when the lines do not begin with front matter that is read. */
export function closingLine(lines: readonly string[]): number | undefined {
  const engine = engineOf(lines[0] ?? '');
  const end = endOf(lines);
  return (engine === '' || engine === 'yaml') && closing.test(lines[end] ?? '') ? end : undefined;
}

/** The first line after the opening one that begins as the closing one does: there gray-matter stops. */
const endOf = (lines: readonly string[]): number =>
  lines.findIndex((line, index) => index > 0 && line.startsWith('---'));

/** What stands after the opening `---`, which is nothing or one word; undefined when the line opens no front matter. */
function engineOf(line: string): string | undefined {
  const engine = line.slice(3).trim();
  return line.startsWith('---') && !/\s/.test(engine) ? engine : undefined;
}

/** What gray-matter takes for YAML. It begins with the line end after the opening `---`, so that lines are the file's. */
function yamlIn(text: string): YamlReading {
  let reading: YamlReading | undefined;
  const refuse = (): never => {
    throw new Error('only YAML front matter is read');
  };
  const yaml = (source: string): object => {
    reading = readYaml(source);
    return {};
  };
  // Passing options at all keeps gray-matter from using its cache.
  matter(text, { language: 'yaml', engines: { yaml, json: refuse, js: refuse, javascript: refuse } });
  // Front matter without any field is not handed to an engine.
  return reading ?? readYaml('');
}

function fromYaml(reading: YamlReading, bodyLine: number): FrontMatter {
  const placeOf = (path: readonly PropertyKey[]): Place => {
    for (let length = path.length; length > 0; length -= 1) {
      const place = reading.placeOf(path.slice(0, length));
      if (place !== undefined) return place;
    }
    return firstField;
  };
  return {
    values: reading.values,
    placeOf,
    placeOfKey: (path, key) => reading.placeOfKey(path, key) ?? placeOf(path),
    findings: reading.findings.map((finding) => ({ ...finding, place: notBeforeFields(finding.place) })),
    bodyLine,
  };
}

const notBeforeFields = (place: Place): Place => (place.line < firstField.line ? firstField : place);

/** Then the body begins where a language does, if one does. */
function unreadable(lines: readonly string[], place: Place, finding: Omit<Finding, 'place'>): FrontMatter {
  const titles: readonly string[] = languages.map((language) => `# ${languageHeadings[language]}`);
  const body = lines.findIndex((line) => titles.includes(line.trimEnd()));
  return {
    values: null,
    placeOf: () => place,
    placeOfKey: () => place,
    findings: [{ place, ...finding }],
    bodyLine: body === -1 ? null : body + 1,
  };
}
