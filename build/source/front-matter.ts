// The one wrapper around gray-matter. By default gray-matter runs `---js` front matter as code, forgets a YAML error when
// it sees the same text again, shares one mutable object between callers and reads YAML 1.1. Here it reads YAML 1.2 with
// positions, refuses every other engine, and never throws: what is wrong is returned.
import matter from 'gray-matter';
import { LineCounter, parseDocument, type Document as YamlDocument } from 'yaml';
import { type Finding, type Place, show, startOfFile } from '../messages.ts';

export interface FrontMatter {
  /** The parsed mapping; null when it could not be read. */
  values: Record<string, unknown> | null;
  /** Where a value or key lies; the nearest ancestor that exists when it is not there. */
  placeOf(path: readonly PropertyKey[]): Place;
  /** Where the mapping's own key lies, for keys that should not be there. */
  placeOfKey(path: readonly PropertyKey[], key: string): Place;
  findings: Finding[];
  /** The line on which the body begins. */
  bodyLine: number;
}

/** Aliases resolved in one file at most; beyond it is an attack (a «billion laughs» document), not an article. */
const aliasCountMax = 50;

const opening = /^---[^\S\n]*(\S*)[^\S\n]*$/;
const closing = /^---[^\S\n]*$/;

/** Reads the front matter of a text with LF line ends and no byte order mark. */
export function readFrontMatter(text: string): FrontMatter {
  const lines = text.split('\n');
  const engine = opening.exec(lines[0] ?? '')?.[1];
  if (engine === undefined) {
    return unreadable(startOfFile, {
      found: `the first line is ${show(lines[0] ?? '')}`,
      expected: 'the line ---, which opens the front matter',
      advice: 'Begin the file with --- and the fields; `stele new` writes a complete start.',
    });
  }
  if (engine !== '' && engine !== 'yaml') {
    return unreadable(startOfFile, {
      found: `front matter in ${show(engine)}`,
      expected: 'YAML front matter, opened by --- alone',
      advice: 'Write the fields as YAML. Other engines can run code and are refused.',
    });
  }
  const end = lines.findIndex((line, index) => index > 0 && line.startsWith('---'));
  if (!closing.test(lines[end] ?? '')) {
    return unreadable(startOfFile, {
      found: end === -1 ? 'front matter that is never closed' : `front matter that ends with ${show(lines[end])}`,
      expected: 'the line --- after the last field',
      advice: 'Add the line --- between the front matter and the body.',
    });
  }
  return parseYaml(text, end + 2);
}

function parseYaml(text: string, bodyLine: number): FrontMatter {
  const lineCounter = new LineCounter();
  let document: YamlDocument | undefined;
  let values: unknown;
  const findings: Finding[] = [];
  const refuse = (): never => {
    throw new Error('only YAML front matter is read');
  };
  const at = (offset: number): Place => {
    const { line, col } = lineCounter.linePos(offset);
    // The YAML begins right after the opening `---`, with that line's own line end as its first character.
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const fail = (place: Place, found: string): void => {
    findings.push({
      place,
      found,
      expected: 'valid YAML 1.2 without repeated keys, custom tags or nested aliases',
      advice: 'Correct the YAML here; put texts that hold ": " or " #" in double quotes.',
    });
  };
  // Passing options at all keeps gray-matter from using its cache.
  matter(text, {
    language: 'yaml',
    engines: {
      yaml: (yaml: string) => {
        document = parseDocument(yaml, { lineCounter, version: '1.2', uniqueKeys: true, prettyErrors: false });
        for (const { pos, message } of [...document.errors, ...document.warnings]) fail(at(pos[0]), firstLine(message));
        if (findings.length > 0) return {};
        try {
          values = document.toJS({ maxAliasCount: aliasCountMax });
        } catch (error) {
          fail(startOfFile, firstLine(error instanceof Error ? error.message : String(error)));
        }
        return {};
      },
      json: refuse,
      js: refuse,
      javascript: refuse,
    },
  });
  if (findings.length === 0 && (typeof values !== 'object' || values === null || Array.isArray(values))) {
    fail({ line: 2, column: 1 }, `front matter that is ${show(values ?? null)} instead of fields`);
  }
  const nodePlace = (path: readonly PropertyKey[]): Place | undefined => {
    const node: unknown = path.length === 0 ? document?.contents : document?.getIn(path, true);
    return hasRange(node) ? at(node.range[0]) : undefined;
  };
  return {
    values: findings.length === 0 ? (values as Record<string, unknown>) : null,
    placeOf(path) {
      for (let length = path.length; length >= 0; length -= 1) {
        const place = nodePlace(path.slice(0, length));
        if (place !== undefined) return length === 0 ? { line: 2, column: 1 } : place;
      }
      return startOfFile;
    },
    placeOfKey(path, key) {
      const map: unknown = path.length === 0 ? document?.contents : document?.getIn(path, true);
      const pairs = holdsPairs(map) ? map.items : [];
      const pair = pairs.find((candidate) => hasRange(candidate.key) && String(candidate.key) === key);
      return pair !== undefined && hasRange(pair.key) ? at(pair.key.range[0]) : this.placeOf(path);
    },
    findings,
    bodyLine,
  };
}

function unreadable(place: Place, finding: Omit<Finding, 'place'>): FrontMatter {
  return {
    values: null,
    placeOf: () => place,
    placeOfKey: () => place,
    findings: [{ place, ...finding }],
    bodyLine: 1,
  };
}

const firstLine = (message: string): string => message.split('\n', 1)[0]?.replace(/:$/, '') ?? message;

function hasRange(node: unknown): node is { range: [number, number, number] } {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range);
}

function holdsPairs(node: unknown): node is { items: { key: unknown }[] } {
  return typeof node === 'object' && node !== null && 'items' in node && Array.isArray(node.items);
}
