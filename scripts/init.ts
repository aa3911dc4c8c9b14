// `stele init [DIR]`: creates a new knowledge base. Its package.json depends on the Stele package from which this command runs.
// Existing files are never overwritten.
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { Command } from 'commander';
import { domainPattern } from '../build/edition/site-settings.ts';
import type { Bilingual, Language } from '../build/edition/vocabulary.ts';
import { inLocale } from '../build/messages.ts';
import { authoringPackages } from './authoring-packages.ts';
import type { CommandIo } from './command-io.ts';
import { reportingMistakes, UsageError } from './content-option.ts';
import { localeOption } from './locale.ts';
import { packageRoot, packageVersion } from './package-root.ts';

interface InitOptions {
  nameZh?: string;
  nameEn?: string;
  domains?: string;
  author?: string;
  package?: string;
  locale: Language;
}

export function initCommand(io: CommandIo): Command {
  return new Command('init')
    .description('create your own knowledge base')
    .argument('[dir]', 'the folder of the knowledge base, created if it does not exist', '.')
    .option('--name-zh <text>', 'the Chinese name of the knowledge base (default: the English name)')
    .option('--name-en <text>', 'the English name of the knowledge base (default: the name of the folder)')
    .option(
      '--domains <list>',
      'the ids of the domains, separated by commas, such as billing,devices (default: general)',
    )
    .option('--author <label>', 'the author of the first article')
    .option(
      '--package <spec>',
      'where npm installs Stele from, if init cannot detect it: a folder, a tarball or a version',
    )
    .addOption(localeOption(io))
    .action(reportingMistakes(io, runInit));
}

interface SiteNames {
  nameZh: string;
  nameEn: string;
  domains: string[];
}

async function runInit(io: CommandIo, dir: string, options: InitOptions): Promise<void> {
  const folder = resolve(io.cwd, dir);
  const source = options.package === undefined ? packageSource(folder) : sourceFrom(io, options.package, folder);
  const say = (text: Bilingual): string => `${inLocale(text, options.locale)}\n`;
  const nameEn = options.nameEn?.trim() || basename(folder);
  const nameZh = options.nameZh?.trim() || nameEn;
  const domains = [...new Set((options.domains?.trim() || 'general').split(/[,，\s]+/).filter((id) => id !== ''))];
  refuseDomains(domains);
  const files = await filesOf({ nameZh, nameEn, domains }, source, options.author ?? nameEn, new Date());
  const { tarball } = source;
  const copied = tarball === undefined || dirname(tarball) === folder ? [] : [tarball];
  const written = [...files.keys(), ...copied.map((path) => basename(path))];
  const taken = written.filter((path) => existsSync(join(folder, path)));
  if (taken.length > 0) {
    const named = taken.map((path) => join(dir, path)).join(', ');
    throw new UsageError({
      zh: `已经存在：${named}。没有写任何文件；请另选一个文件夹，或先移走这些文件`,
      en: `these files exist already: ${named}. Nothing was written; name another folder, or move these files first`,
    });
  }
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text, { flag: 'wx' });
  }
  for (const path of copied) await copyFile(path, join(folder, basename(path)));
  const inside = folder === io.cwd ? '' : `cd ${relative(io.cwd, folder)} && `;
  io.stdout.write(
    [
      { zh: `已在 ${dir} 写入 ${files.size} 个文件`, en: `wrote ${files.size} files in ${dir}` },
      {
        zh: `  下一步：${inside}npm install && npm run build && npm start`,
        en: `  next: ${inside}npm install && npm run build && npm start`,
      },
      {
        zh: `  领域的名称和说明在 ${join(dir, 'content', 'site.yaml')} 中`,
        en: `  the names and descriptions of the domains are in ${join(dir, 'content', 'site.yaml')}`,
      },
    ]
      .map(say)
      .join(''),
  );
}

function refuseDomains(domains: readonly string[]): void {
  const wrong = domains.find((id) => !domainPattern.test(id));
  if (wrong !== undefined) {
    throw new UsageError({
      zh: `${JSON.stringify(wrong)} 不能作为领域的标识：以小写字母开头，其余为小写字母、数字或下划线，最多 32 个字符，例如 user_guide`,
      en: `${JSON.stringify(wrong)} is not a valid domain id; use a lower-case letter, then lower-case letters, digits or underscores, at most 32 characters in all, such as user_guide`,
    });
  }
  if (domains.length > 64) {
    throw new UsageError({ zh: '领域最多 64 个', en: 'a knowledge base has at most 64 domains' });
  }
}

// Source of the package

interface PackageSource {
  /** The value of the dependency `stele` in package.json. */
  spec: string;
  /** A tarball to copy into the new folder, so that the folder is self-contained. */
  tarball?: string;
}

/**
 * The package from which `init` runs: a checkout, or an installed package whose origin npm records in node_modules/.package-lock.json.
 * Only a package from a registry gets a plain version: for a tarball or a Git repository, npm could resolve the version to another
 * package of the same name.
 */
function packageSource(folder: string): PackageSource {
  const parts = packageRoot.split(sep);
  const at = parts.lastIndexOf('node_modules');
  if (at === -1) return { spec: `file:${relative(folder, packageRoot) || '.'}` };
  const modules = parts.slice(0, at + 1).join(sep);
  const place = ['node_modules', ...parts.slice(at + 1)].join('/');
  const resolved = resolvedIn(join(modules, '.package-lock.json'), place);
  if (resolved?.startsWith('file:')) {
    const path = resolve(dirname(modules), resolved.slice('file:'.length));
    return existsSync(path) ? tarballSource(path) : unknownSource();
  }
  if (resolved?.includes('/-/')) return { spec: packageVersion };
  return resolved === undefined ? unknownSource() : { spec: resolved };
}

function resolvedIn(lockFile: string, place: string): string | undefined {
  try {
    const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as {
      packages?: Record<string, { resolved?: string }>;
    };
    return packages?.[place]?.resolved;
  } catch {
    return undefined;
  }
}

const tarballSource = (path: string): PackageSource => ({ spec: `file:${basename(path)}`, tarball: path });

function unknownSource(): never {
  throw new UsageError({
    zh: '无法得知 npm 从哪里取得了 Stele；请用 --package 写明：文件夹、tgz 文件或版本',
    en: 'npm has not recorded where this Stele package came from; name its source with --package: a folder, a .tgz file or a version',
  });
}

function sourceFrom({ cwd }: CommandIo, given: string, folder: string): PackageSource {
  const path = resolve(cwd, given);
  if (!existsSync(path)) return { spec: given };
  return path.endsWith('.tgz') ? tarballSource(path) : { spec: `file:${relative(folder, path)}` };
}

// Files

const templates = {
  'README.md': 'README.md',
  '.gitignore': 'gitignore',
  '.dockerignore': 'dockerignore',
  Dockerfile: 'Dockerfile',
  'compose.yaml': 'compose.yaml',
  '.github/workflows/content.yml': 'workflow.yml',
} as const;

/** The files to write: path in the new folder → text. */
async function filesOf(
  { nameZh, nameEn, domains }: SiteNames,
  source: PackageSource,
  author: string,
  now: Date,
): Promise<Map<string, string>> {
  const [domain = 'general'] = domains;
  const values: Record<string, string> = {
    nameZh,
    nameEn,
    domain,
    author: JSON.stringify(author),
    id: newArticleId(),
    now: `${now.toISOString().slice(0, 19)}Z`,
  };
  const fill = async (template: string): Promise<string> =>
    (await readFile(join(packageRoot, 'scripts', 'init', template), 'utf8')).replaceAll(
      /\{\{(\w+)\}\}/g,
      (whole, name: string) => values[name] ?? whole,
    );
  const files = new Map([
    ['package.json', packageJson(nameEn, source)],
    ['content/site.yaml', siteYaml({ nameZh, nameEn, domains }, author)],
    [`content/${domain}/write-an-article.md`, await fill('article.md')],
  ]);
  for (const [path, template] of Object.entries(templates)) files.set(path, await fill(template));
  return files;
}

/** Quotes strings with `JSON.stringify`, because every JSON string is a valid YAML string. */
function siteYaml({ nameZh, nameEn, domains }: SiteNames, author: string): string {
  const both = (zh: string, en: string): string => `{ zh: ${JSON.stringify(zh)}, en: ${JSON.stringify(en)} }`;
  const titled = (id: string): string => {
    const words = id.replaceAll('_', ' ');
    return words.charAt(0).toUpperCase() + words.slice(1);
  };
  return [
    `name: ${both(nameZh, nameEn)}`,
    `tagline: ${both('给智能体和人看的双语知识库', 'A bilingual knowledge base for agents and people')}`,
    `author: ${JSON.stringify(author)}`,
    '# Hosts of primary sources: a section that links to one of them counts as cited.',
    'sources: []',
    "# false: leaves out Stele's own guides about its API and about writing articles.",
    'guides: false',
    'domains:',
    ...domains.flatMap((id) => [
      `  - id: ${id}`,
      `    name: ${both(titled(id), titled(id))}`,
      `    description: ${both(`${titled(id)} 的文章。`, `Articles about ${titled(id).toLowerCase()}.`)}`,
    ]),
    '',
  ].join('\n');
}

function packageJson(name: string, { spec }: PackageSource): string {
  const { engines } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  const commands = [
    'build',
    'start',
    'dev',
    'check',
    'verify',
    'new',
    'import',
    'report',
    'keys',
    'mcp',
    'ask',
    'doctor',
  ];
  const content = {
    name: npmName(name),
    private: true,
    scripts: Object.fromEntries(commands.map((command) => [command, `stele ${command}`])),
    engines,
    dependencies: { stele: spec },
    // The packages that building, checking and verifying need, but the server does not.
    devDependencies: authoringPackages,
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

/** Makes a valid npm package name from the name of the knowledge base. */
const npmName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '') || 'knowledge-base';

/** The id of a new article. */
export function newArticleId(): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
  return `art_${Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')}`;
}
