import { posix } from 'node:path';
import { isServicePath, pageNamedBy } from '../edition/locations.ts';
import { domains } from '../edition/vocabulary.ts';
import { type Finding, show } from '../messages.ts';
import { guidesFolder, slugOf, splitPath } from '../source/entry.ts';
import type { FileFacts } from '../source/facts.ts';
import { isSitePath, type PageLink, pathOnOwnMachine } from '../source/page-link.ts';
import type { Site } from '../source/site.ts';
import type { SiteRule } from './rule.ts';

export const pageLinks: SiteRule = {
  stage: 'site',
  name: 'page-links',
  severity: 'warning',
  onlyInCheck: true,
  about: {
    zh: '链接在发布之后仍然有效；指向文章的，写成文件的相对路径。',
    en: 'Links still lead somewhere once they are published; those to articles are relative paths of their files.',
  },
  check: (site) => {
    const names = targetsIn(site);
    return site.files.flatMap((file) => {
      const links = file.pageLinks.map((link) => ({ link, fault: faultOf(link, file, site, names) }));
      const those = (kind: Fault['kind']): PageLink[] =>
        links.flatMap(({ link, fault }) => (fault?.kind === kind ? [link] : []));
      const findings = [
        ...links.flatMap(({ link, fault }) => (fault?.kind === 'article' ? articleFinding(link, fault) : [])),
        ...those('nowhere').map(nowhereFinding),
        ...together(those('no page'), noPageFinding),
        ...together(those('image'), imageFinding),
      ];
      return findings.map((finding) => ({ path: file.path, ...finding }));
    });
  },
};

type Fault =
  /** `meant` is the address to write instead; it is certain when the link names the article in a way of this site. */
  { kind: 'article'; meant: string; isCertain: boolean } | { kind: 'nowhere' | 'no page' | 'image' };

/** Every slug and alias and the file it stands for; a slug goes before an alias. */
function targetsIn({ names }: Site): ReadonlyMap<string, string> {
  return new Map(
    [...names].flatMap(([name, claims]) => {
      const claim = claims.find(({ as }) => as === 'slug') ?? claims[0];
      return claim === undefined ? [] : [[name, claim.path]];
    }),
  );
}

function faultOf(
  { url, isImage }: PageLink,
  file: FileFacts,
  site: Site,
  names: ReadonlyMap<string, string>,
): Fault | undefined {
  const onOwnMachine = pathOnOwnMachine(url);
  // Pictures of other hosts, the author's own machine among them, are for another rule to tell of.
  if (isImage) return onOwnMachine === undefined ? { kind: 'image' } : undefined;
  const [path = ''] = (onOwnMachine ?? url).split(/[?#]/, 1);
  const target = targetOf(path, file, site, names);
  if (target !== undefined) {
    // On the author's own machine anything may be answering; only what names an article as this site does is meant for it.
    if (onOwnMachine !== undefined && !target.isCertain) return undefined;
    const relative = posix.relative(posix.dirname(file.path), target.path);
    return { kind: 'article', meant: `${relative}${/#.*$/.exec(url)?.[0] ?? ''}`, isCertain: target.isCertain };
  }
  if (onOwnMachine !== undefined) return undefined;
  if (isSitePath(url)) return isAnswered(path, site) ? undefined : { kind: 'no page' };
  return { kind: 'nowhere' };
}

/** The article or guide that the last part of a path names. */
function targetOf(
  path: string,
  file: FileFacts,
  site: Site,
  names: ReadonlyMap<string, string>,
): { path: string; isCertain: boolean } | undefined {
  if (isServicePath(path)) return undefined;
  const beside = isSitePath(path) ? path.slice(1) : posix.join(posix.dirname(file.path), path);
  const spelt = `${beside.replace(/\/$/, '')}.md`;
  if (site.byPath.has(spelt)) return { path: spelt, isCertain: true };
  const page = pageNamedBy(path);
  if (page !== undefined && page.kind !== 'article') return undefined;
  const name = page?.name ?? slugOf(path.replace(/\/$/, '').replace(/\.html?$/, '.md'));
  const target = names.get(name);
  return target === undefined ? undefined : { path: target, isCertain: page !== undefined };
}

/** Whether a server answers at a path of this site, as far as anybody can say while some files cannot be read. */
function isAnswered(path: string, { unread, byPath }: Site): boolean {
  if (isServicePath(path)) return true;
  const page = pageNamedBy(path);
  if (page === undefined) return false;
  if (page.kind === 'domain') return domains.some((domain) => domain === page.name);
  // Articles that were read have been found by their names already.
  if (page.kind === 'article') return [...unread].some((known) => slugOf(known) === page.name);
  const guide = `${guidesFolder}/${page.name}.md`;
  return page.kind !== 'guide' || byPath.has(guide) || unread.has(guide);
}

function articleFinding({ url, place }: PageLink, { meant, isCertain }: Fault & { kind: 'article' }): Finding {
  const what = splitPath(meant).folder.endsWith(guidesFolder)
    ? { zh: '指南', en: 'guide' }
    : { zh: '文章', en: 'article' };
  return {
    place,
    found: { zh: `指向 ${show(url)} 的链接`, en: `a link to ${show(url)}` },
    expected: {
      zh: `${what.zh}文件的相对路径，以 .md 结尾`,
      en: `the relative path of the ${what.en}'s file, which ends in .md`,
    },
    advice: isCertain
      ? { zh: `写成 ${meant}。`, en: `Write ${meant}.` }
      : { zh: `是不是想写 ${meant}？`, en: `Did you mean ${meant}?` },
  };
}

function nowhereFinding({ url, place }: PageLink): Finding {
  return {
    place,
    found: {
      zh: `指向 ${show(url)} 的链接，发布之后那里什么也没有`,
      en: `a link to ${show(url)}, where nothing is published`,
    },
    expected: { zh: '一篇文章的文件，或完整的网址', en: "an article's file, or a whole address" },
    advice: {
      zh: '写成文章文件的相对路径（如 ../mcp/slug.md），或以 https:// 开头的网址。',
      en: "Write the relative path of an article's file, such as ../mcp/slug.md, or an address that begins with https://.",
    },
  };
}

/** One finding for all links of a kind: imported texts have dozens of them, for one and the same reason. */
function together(links: readonly PageLink[], finding: (first: PageLink, others: number) => Finding): Finding[] {
  const [first, ...others] = links;
  return first === undefined ? [] : [finding(first, others.length)];
}

function noPageFinding({ url, place }: PageLink, others: number): Finding {
  return {
    place,
    found: {
      zh: `指向 ${show(url)} 的链接${others === 0 ? '' : `（本文另有 ${others} 个这样的链接）`}，本站没有这样的页面`,
      en: `a link to ${show(url)}${others === 0 ? '' : ` (and ${others} more like it here)`}, which is no page of this site`,
    },
    expected: { zh: '一篇文章的文件，或完整的网址', en: "an article's file, or a whole address" },
    advice: {
      zh: '指向别的网站时，在路径前写上 https:// 和主机名；否则改正路径或去掉链接。',
      en: 'Where another site is meant, write https:// and its host before the path; otherwise correct or remove the link.',
    },
  };
}

function imageFinding({ url, place }: PageLink, others: number): Finding {
  return {
    place,
    found: {
      zh: `图片 ${show(url)}${others === 0 ? '' : `（本文另有 ${others} 张这样的图片）`}，它不会发布`,
      en: `the image ${show(url)}${others === 0 ? '' : ` (and ${others} more like it here)`}, which is not published`,
    },
    expected: { zh: '文字，或通向图片的链接', en: 'text, or a link to the image' },
    advice: {
      zh: '文章不带图片文件：把图中的内容写成文字，需要时加一个完整网址的链接。',
      en: 'Articles carry no image files: write what it shows as text, with a link to a whole address if one is needed.',
    },
  };
}
