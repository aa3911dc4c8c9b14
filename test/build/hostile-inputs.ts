// Content that could delay a build, make it run code, or make it read outside the content folder. Each input has a name, its path in
// messages, and the rule that refuses it. Harmless inputs have no rule.
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { link, mkdir, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { type Compilation, compile } from '../../build/compile.ts';
import type { Message } from '../../build/messages.ts';
import { readContent } from '../../build/read.ts';
import { reportText } from '../../build/report.ts';
import { type ArticleParts, articleText, contentOf } from '../site.ts';

export interface HostileInput {
  name: string;
  /** Relative to the content folder, with unprintable characters written as in messages. */
  path: string;
  /** The rule that refuses the file; undefined for a harmless one. */
  refusedBy: string | undefined;
  write: (content: string, canary: string) => Promise<void>;
}

const limit = 256 * 1024;
let written = 0;

/** A text repeated up to the maximum length of an article. */
const filled = (unit: string): string => unit.repeat(Math.floor((limit - 2000) / Buffer.byteLength(unit)));
/** A repeated text, divided into paragraphs of the maximum length. */
const inParagraphs = (unit: string): string => filled(`${unit.repeat(Math.floor(49_000 / unit.length))}\n\n`);
const numbered = (count: number, make: (number: number) => string): string =>
  Array.from({ length: count }, (_, number) => make(number)).join('');

/** An input that is a single file. The name of the input determines the path of the file. */
function file(
  name: string,
  refusedBy: string | undefined,
  text: string | Uint8Array | ((canary: string) => string),
): HostileInput {
  const path = `mcp/${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.md`;
  return entry(name, path, refusedBy, (at, canary) => writeFile(at, typeof text === 'function' ? text(canary) : text));
}

/** An article from the template; each has a unique id. */
function article(parts: ArticleParts): string {
  written += 1;
  return articleText({ id: `art_hostile${written}`, ...parts });
}

const body = (name: string, refusedBy: string | undefined, en: string, more?: Record<string, string>): HostileInput =>
  file(name, refusedBy, article({ en: `## Cause\n\n${en}`, ...(more && { fields: more }) }));
const fields = (name: string, refusedBy: string | undefined, more: Record<string, string>): HostileInput =>
  file(name, refusedBy, article({ fields: more }));
/** An input of any kind, such as a file, a link or a pipe. Messages show its path in NFC, with control characters as `\u{…}`. */
function entry(
  name: string,
  path: string,
  refusedBy: string | undefined,
  make: (path: string, canary: string) => unknown,
): HostileInput {
  const shown = path.normalize().replaceAll(/\p{Cc}/gu, (control) => `\\u{${control.charCodeAt(0).toString(16)}}`);
  const write = async (content: string, canary: string): Promise<void> => {
    await mkdir(dirname(join(content, path)), { recursive: true });
    await make(join(content, path), canary);
  };
  return { name, path: shown, refusedBy, write };
}
const misnamed = (name: string, path: string): HostileInput =>
  entry(name, path, 'slug', (at) => writeFile(at, article({})));

const longLines: HostileInput[] = [
  body('emphasis that never closes', 'complexity', filled('*a')),
  body('addresses that never close', 'complexity', filled('[a](<')),
  body('comments that never close', 'complexity', filled('<!--')),
  body('hosts with underscores', 'complexity', filled('www.a_')),
  body('a definition repeated', 'complexity', `[a]: b/${'c'.repeat(120_000)}\n\n${'[a]\n'.repeat(9000)}`),
  body('combining marks', 'complexity', filled('\u0316\u0300')),
];

const manyLines: HostileInput[] = [
  body('nothing but line ends', 'complexity', filled('\n')),
  body('thousands of list entries', 'complexity', '- a\n'.repeat(19_000)),
  body(
    'a table with 9,000 columns and rows',
    'complexity',
    `${'|a'.repeat(9000)}|\n${'|-'.repeat(9000)}|\n${'|\n'.repeat(9000)}`,
  ),
  body('quotes in quotes', 'nesting', '>'.repeat(40_000)),
  body('lists on one line', 'nesting', `${'- '.repeat(20_000)}tea`),
  body('thousands of invisible characters', 'invisible-characters', 'a\u200b\n\n'.repeat(4900)),
];

const frontMatters: HostileInput[] = [
  fields('a billion laughs', 'safe-front-matter', {
    keywords: `\n  - &a0 [x, x, x]\n${numbered(9, (at) => `  - &a${at + 1} [${Array(9).fill(`*a${at}`).join(', ')}]\n`)}`,
  }),
  fields('thousands of YAML aliases', 'safe-front-matter', { keywords: `[&a b${', *a'.repeat(7000)}]` }),
  fields('front matter of 60,000 lines', 'complexity', { author: `a\n${'# \n'.repeat(60_000)}` }),
  fields('keys named proto and constructor', 'front-matter-schema', {
    keywords: '[]\n__proto__: { polluted: true }\nconstructor: x',
  }),
  file('javascript front matter', 'safe-front-matter', (canary) =>
    article({}).replace('---\n', `---js\nrequire('node:fs').writeFileSync(${JSON.stringify(canary)}, 'run');\n`),
  ),
  file('an opening line with 40,000 spaces', 'safe-front-matter', `---${' '.repeat(40_000)}x y\n`),
];

const attributesThatRun = 'Tea.\n\n<script>alert(1)</script>\n\n<img src=x onerror=alert(1)> <b onclick=alert(1)>';
const addressesThatRun =
  '[a](javascript:alert(1)) [b](&#106;avascript:alert(1)) <javascript:alert(1)> ![c](data:text/html,x)';
const allowed = { allow: '[{ rule: link-schemes, reason: nothing runs all the same }]' };

const encodings: HostileInput[] = [
  file('bytes that are not UTF-8', 'utf-8', Buffer.concat([Buffer.from(article({})), Buffer.from([0xc0, 0x80, 0xff])])),
  body('an escape sequence for a terminal', 'control-characters', 'tea \u001b[2J\u001b]0;penguin\u0007 pot'),
  body('a right-to-left override', 'invisible-characters', 'tea \u202etop'),
  file('an empty file', 'safe-front-matter', ''),
  file('carriage returns', 'complexity', '\r'.repeat(200_000)),
  body('attributes that run scripts', 'link-schemes', attributesThatRun),
  body('javascript and data addresses', 'link-schemes', addressesThatRun),
  body('a link that leads out of the content folder', 'article-links', '[passwords](../../../../etc/passwd.md)'),
];

/** Leaves a socket without a server. The socket is renamed, because a server that closes removes the file with the original name. */
async function listeningAt(path: string): Promise<void> {
  const server = createServer().listen(`${path}.made`);
  await once(server, 'listening');
  await rename(`${path}.made`, path);
  server.close();
}

/** Creates a device like /dev/null, or a pipe if this user may not create devices. */
function deviceAt(path: string): void {
  if (spawnSync('mknod', [path, 'c', '1', '3'], { stdio: 'ignore' }).status !== 0) execFileSync('mkfifo', [path]);
}

const entries: HostileInput[] = [
  entry('a link to a file outside', 'mcp/passwords.md', 'plain-files', (path) => symlink('/etc/passwd', path)),
  entry('a link to its own folder', 'mcp/round', 'plain-files', (path) => symlink('..', path)),
  entry('a pipe', 'mcp/pipe.md', 'plain-files', (path) => execFileSync('mkfifo', [path])),
  entry('a socket', 'mcp/socket.md', 'plain-files', (path) => listeningAt(path)),
  entry('a device', 'mcp/device.md', 'plain-files', (path) => deviceAt(path)),
  entry('a hard link to another file', 'mcp/good-twin.md', 'unique-id', (path) =>
    link(join(dirname(path), 'good-teapot.md'), path),
  ),
  entry('a file name in two Unicode forms', 'mcp/cafe\u0301.md', 'case-collision', async (path) => {
    for (const name of [path, path.normalize()]) await writeFile(name, article({}));
  }),
  entry('a folder named like a Markdown file', 'mcp/folder.md/teapot.md', 'domain-folder', (path) =>
    writeFile(path, article({ id: 'art_folder' })),
  ),
  misnamed('a name with a line end', 'mcp/a\nb.md:1:1 error.md'),
  misnamed('a name that clears the screen', 'mcp/\u001b[2J.md'),
  misnamed('a name of 255 bytes', `mcp/${'a'.repeat(252)}.md`),
  entry('a file larger than memory', 'mcp/heavy.md', 'file-size', async (path) => {
    // The file is sparse, so it takes no space on the disk.
    await writeFile(path, '');
    await truncate(path, 5 * 1024 ** 3);
  }),
];

const questionOfMarks = `Tea.\n\n## Q&A\n\n### ${'? '.repeat(24_000)}tea\n\nTea.`;

/** Inputs that an edition may contain. Their scripts must not run on a page, and none of them may delay the build. */
const harmless: HostileInput[] = [
  body('a script', undefined, attributesThatRun, allowed),
  body('addresses that run scripts', undefined, addressesThatRun, allowed),
  fields('a title with a closing script tag', undefined, {
    title: '{ zh: "</script><script>alert(1)</script>", en: "\\"><script>alert(1)</script>" }',
  }),
  body(
    'headings named like object properties',
    undefined,
    '## __proto__\n\nTea.\n\n## constructor\n\n[a](#constructor)\n\n## toString',
  ),
  file('the slug constructor', undefined, article({ fields: { tags: '[constructor, __proto__, toString]' } })),
  body('one repeated word', undefined, inParagraphs('penguin')),
  body('one repeated Chinese character', undefined, inParagraphs('企')),
  body('repeated family emoji', undefined, inParagraphs('👨‍👩‍👧‍👦')),
  body('repeated line separators', undefined, inParagraphs('tea\u2028')),
  file(
    'a question of 24,000 question marks',
    undefined,
    article({ zh: '茶。\n\n## 问答\n\n### 茶？\n\n茶。', en: questionOfMarks }),
  ),
  body(
    'template syntax',
    undefined,
    `$\{process.exit(9)} {{constructor.constructor("return process")()}} <%= 7 * 7 %>`,
  ),
];

/** Slow content: each article has the maximum amount of an expensive construct. */
export const largestInputs: readonly HostileInput[] = [
  body(
    'links to missing headings',
    'article-links',
    numbered(4900, (at) => `[x](good-teapot.md#cup-${at})\n\n`),
  ),
  body(
    'thousands of headings, and links to missing ones',
    'article-links',
    `${numbered(2400, (at) => `## Pot ${at}\n\n[x](#pan-${at})\n\n`)}[x](nowhere.md)`,
  ),
  body('characters that NFKC expands', undefined, inParagraphs('\ufdfa')),
  body('one repeated heading', undefined, '### Tea\n\n'.repeat(4900)),
  body('many list entries', undefined, `${'- a\n  - b\n'.repeat(1000)}\n`.repeat(2) + 'a\n\n'.repeat(2900)),
  body('the maximum number of table cells', undefined, `|a|b|c|\n|-|-|-|\n${'|d|e|f|\n'.repeat(4900)}\n`.repeat(2)),
  body('the maximum number of inline marks', undefined, `${'*a* `b` [c](d) '.repeat(8)}\n\n`.repeat(1000)),
];

export const hostileInputs: readonly HostileInput[] = [
  ...longLines,
  ...manyLines,
  ...frontMatters,
  ...encodings,
  ...entries,
  ...harmless,
];

export interface CompiledInputs extends Compilation {
  /** The messages as text for authors, one per line. */
  lines: string[];
  hasRun: boolean;
}

export const goodArticle = { 'mcp/good-teapot.md': articleText({ id: 'art_good' }) };

export const linesOf = (messages: readonly Message[]): string[] =>
  reportText(messages, { locale: 'en', pathPrefix: '', frames: false, textOf: () => undefined }).split('\n');

/** Compiles a content folder with these inputs and one valid article. */
export async function compiledWith(inputs: readonly HostileInput[]): Promise<CompiledInputs> {
  const content = await contentOf(goodArticle);
  const canary = `${content}.canary`;
  for (const { write } of inputs) await write(content, canary);
  const assets = [{ name: 'site.css', bytes: Buffer.from('p {}') }];
  const compilation = compile({ entries: await readContent(content), assets });
  // Remove the folder here. A temporary folder created in beforeAll would otherwise stay until the worker ends.
  await rm(content, { recursive: true });
  return { ...compilation, lines: linesOf(compilation.messages), hasRun: existsSync(canary) };
}
