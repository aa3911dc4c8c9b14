// Rules about links to headings, articles and pages, and about reference links (`[text][label]`).

import { posix } from 'node:path';
import { closest } from '../edition/closest.ts';
import { isServicePath, pageNamedBy } from '../edition/locations.ts';
import { articleIdPattern, type Bilingual } from '../edition/vocabulary.ts';
import { type Finding, show } from '../messages.ts';
import { guidesFolder, slugOf, splitPath } from '../source/entry.ts';
import {
  type ArticleLink,
  anchorIn,
  anchorsOf,
  definitionsByLabel,
  labelOf,
  linksIn,
  type PageLink,
  pathOnOwnMachine,
  resolveArticleLink,
} from '../source/links.ts';
import { nodesIn, placeOf } from '../source/markdown.ts';
import { contentOf, type LanguagePart, languageTitle, partsOf } from '../source/outline.ts';
import type { FileFacts, Site } from '../source/site.ts';
import type { DraftRule, Rule, SiteRule } from './rule.ts';

/**
 * The maximum number of faults per file that get a suggestion. For a suggestion, all anchors or files are compared, which takes
 * time.
 */
const advisedMax = 50;

const anchorExpected = {
  zh: '同一种语言里某个标题的锚点：标题的文字，小写，空格换成连字符',
  en: 'the anchor of a heading of the same language: its words in lower case, joined by hyphens',
};

/** Advice for a link whose anchor does not exist: a similar anchor, or the anchors that exist. */
export function anchorAdvice(anchor: string, anchors: readonly string[], isAdvised: boolean): Bilingual {
  const likely = isAdvised ? closest(anchor, anchors) : undefined;
  if (likely !== undefined) return { zh: `是不是想写 #${likely}？`, en: `Did you mean #${likely}?` };
  if (anchors.length === 0) {
    return {
      zh: '那里没有标题；只链接到文章本身。',
      en: 'There are no headings; link to the article without an anchor.',
    };
  }
  const shown = anchors.slice(0, 8).map((known) => `#${known}`);
  const hasMore = anchors.length > shown.length;
  return {
    zh: `那里的锚点：${shown.join('、')}${hasMore ? ' 等' : ''}。`,
    en: `The anchors there: ${shown.join(', ')}${hasMore ? ' and others' : ''}.`,
  };
}

const ownAnchors: DraftRule = {
  stage: 'draft',
  name: 'own-anchors',
  severity: 'warning',
  about: {
    zh: '指向本文标题的链接，通向同一种语言里的标题。',
    en: 'A link to a heading of the same article leads to a heading of the same language.',
  },
  check: (draft) =>
    partsOf(draft.outline).flatMap((part) => {
      const anchors = anchorsOf(draft, part.language);
      return linksIn(contentOf(part))
        .map((link) => ({ link, anchor: link.url.startsWith('#') ? anchorIn(link.url) : '' }))
        .filter(({ anchor }) => anchor !== '' && !anchors.includes(anchor))
        .map(({ link, anchor }, fault) => ({
          place: placeOf(link),
          found: {
            zh: `指向 #${anchor} 的链接，而本文的 ${languageTitle(part.language)} 之下没有这个标题`,
            en: `a link to #${anchor}, a heading that this file does not have under ${languageTitle(part.language)}`,
          },
          expected: anchorExpected,
          advice: anchorAdvice(anchor, anchors, fault < advisedMax),
        }));
    }),
};

const referenceLinks: DraftRule = {
  stage: 'draft',
  name: 'reference-links',
  severity: 'warning',
  about: {
    zh: '引用式链接和脚注在本语言中定义，所用的标签不与另一种语言共用。',
    en: 'A reference link or a footnote is defined in its own language, under a label that the other language does not use.',
  },
  check({ outline }) {
    const [first, second] = partsOf(outline).sort(
      (left, right) => placeOf(left.heading).line - placeOf(right.heading).line,
    );
    return [
      ...(first === undefined ? [] : definedElsewhere(first)),
      ...(second === undefined ? [] : definedElsewhere(second)),
      ...(first === undefined || second === undefined ? [] : definedTwice(first, second)),
    ];
  },
};

/** Reports references that only the other language defines. A page with this language alone would show brackets instead of a link. */
function definedElsewhere(part: LanguagePart): Finding[] {
  const definitions = definitionsByLabel(contentOf(part));
  return nodesIn(contentOf(part)).flatMap((node) => {
    if (node.type !== 'linkReference' && node.type !== 'imageReference' && node.type !== 'footnoteReference') return [];
    if (definitions.has(labelOf(node))) return [];
    const label = show(labelOf(node).toLowerCase());
    return {
      place: placeOf(node),
      found: {
        zh: `只由另一种语言定义的引用 ${label}`,
        en: `the reference ${label}, which only the other language defines`,
      },
      expected: {
        zh: `${languageTitle(part.language)} 之下对它的定义`,
        en: `its definition under ${languageTitle(part.language)}`,
      },
      advice: {
        zh: '在这种语言中用另一个标签也定义它，或把地址直接写进链接。',
        en: 'Define it in this language too, under another label, or write the address in the link.',
      },
    };
  });
}

/**
 * Reports labels that both languages define differently. When an article shows both languages, the first definition would apply
 * to both.
 */
function definedTwice(first: LanguagePart, second: LanguagePart): Finding[] {
  const definitions = definitionsByLabel(contentOf(first));
  return [...definitionsByLabel(contentOf(second)).values()].flatMap((definition) => {
    const earlier = definitions.get(labelOf(definition));
    if (earlier === undefined) return [];
    if (earlier.type === 'definition' && definition.type === 'definition' && earlier.url === definition.url) return [];
    const label = labelOf(definition).toLowerCase();
    return {
      place: placeOf(definition),
      found: {
        zh: `与另一种语言定义不同的标签 ${show(label)}`,
        en: `the label ${show(label)}, which the other language defines differently`,
      },
      expected: {
        zh: '每种语言各用自己的标签：文章同时包含两种语言时，先出现的定义生效',
        en: 'a different label in each language: when an article is shown in both, the first definition applies to both',
      },
      advice: {
        zh: `在这里换一个标签，例如 ${label}-${second.language}。`,
        en: `Give it another label here, such as ${label}-${second.language}.`,
      },
    };
  });
}

const related: SiteRule = {
  stage: 'site',
  name: 'related',
  severity: 'error',
  about: {
    zh: '相关文章确实存在，不是文章自己，也不重复列出。',
    en: 'Related articles exist, do not include the article itself, and are listed once.',
  },
  check: (site) =>
    site.articles.flatMap((article) =>
      article.related.flatMap(({ value: id, place }, index) => {
        const isRepeated = article.related.findIndex(({ value }) => value === id) < index;
        const fault = relatedFault(id, isRepeated, article, site);
        if (fault === undefined) return [];
        return {
          path: article.path,
          place,
          found: { zh: `相关 id ${show(id)}，${fault.zh}`, en: `the related id ${show(id)}, ${fault.en}` },
          expected: { zh: '其他文章的 id，各列一次', en: 'ids of other articles, each once' },
          advice: fault.advice ?? {
            zh: '改正这个 id，或把它从列表中删去。',
            en: 'Correct the id or remove it from the list.',
          },
        };
      }),
    ),
};

function relatedFault(
  id: string,
  isRepeated: boolean,
  article: FileFacts,
  { names, byPath, ids, idsAreComplete }: Site,
): (Bilingual & { advice?: Bilingual | undefined }) | undefined {
  if (!articleIdPattern.test(id)) {
    // An author may have written a slug instead of an id. The schema reports it too, but only this rule knows the id to suggest.
    const meant = byPath.get(names.get(id)?.[0]?.path ?? '')?.id?.value;
    if (meant === undefined) return undefined;
    const advice = { zh: `写那篇文章的 id：${meant}。`, en: `Write the id of that article: ${meant}.` };
    return { zh: '这是一个 slug', en: 'which is a slug', advice };
  }
  if (id === article.id?.value) return { zh: '这就是文章自己', en: 'which is the article itself' };
  if (isRepeated) return { zh: '列了两次', en: 'which is listed twice' };
  if (ids.has(id) || !idsAreComplete) return undefined;
  const likely = closest(id, ids.keys());
  const advice = likely === undefined ? undefined : { zh: `是不是想写 ${likely}？`, en: `Did you mean ${likely}?` };
  return { zh: '没有哪篇文章是这个 id', en: 'which no article has', advice };
}

const articleLinks: SiteRule = {
  stage: 'site',
  name: 'article-links',
  severity: 'error',
  about: {
    zh: '指向其他文章的相对链接通向存在的文件，以及同一种语言里的标题。',
    en: 'A relative link to another article leads to a file that exists and to a heading of the same language.',
  },
  check: (site) =>
    site.files.flatMap((file) => {
      let faults = 0;
      return file.links.flatMap((link) => {
        const fault = articleLinkFault(link, file, site, faults < advisedMax);
        if (fault === undefined) return [];
        faults += 1;
        return { path: file.path, place: link.place, ...fault };
      });
    }),
};

function articleLinkFault(
  { url, language, isPlain }: ArticleLink,
  file: FileFacts,
  { byPath, unread, files }: Site,
  isAdvised: boolean,
): Omit<Finding, 'place'> | undefined {
  if (!isPlain) {
    return {
      found: { zh: `链接 ${show(url)}，它用了转义`, en: `the link ${show(url)}, written with escapes` },
      expected: {
        zh: '不用转义、直接写出的文章链接，例如 ../mcp/slug.md#heading',
        en: 'a link to an article, written without escapes, such as ../mcp/slug.md#heading',
      },
      advice: {
        zh: '地址里不要用反斜杠、实体或百分号。',
        en: 'Write the address without backslashes, entities or percent signs.',
      },
    };
  }
  const { path, anchor } = resolveArticleLink(file.path, url);
  const target = byPath.get(path);
  if (target === undefined) {
    if (unread.has(path)) return undefined;
    const meant = isAdvised ? similarPath(file, path, files) : undefined;
    return {
      found: { zh: `指向 ${show(url)} 的链接，那里没有文章`, en: `a link to ${show(url)}, which is not an article` },
      expected: { zh: '一篇文章相对于本文件的路径', en: 'the path of an article, relative to this file' },
      advice:
        meant === undefined
          ? { zh: '改正路径，或去掉链接。', en: 'Correct the path, or remove the link.' }
          : { zh: `是不是想写 ${meant}？`, en: `Did you mean ${meant}?` },
    };
  }
  const anchors = target.anchors[language];
  // An article without this language is reported by another rule.
  if (anchor === '' || anchors === null || anchors.includes(anchor)) return undefined;
  return {
    found: {
      zh: `指向 #${anchor} 的链接，而 ${target.path} 的 ${languageTitle(language)} 之下没有这个标题`,
      en: `a link to #${anchor}, a heading that ${target.path} does not have under ${languageTitle(language)}`,
    },
    expected: anchorExpected,
    advice: anchorAdvice(anchor, anchors, isAdvised),
  };
}

/**
 * The relative path of an article that the author may have meant: one with the same file name in another folder, or with a
 * similar name.
 */
function similarPath(from: FileFacts, path: string, files: readonly FileFacts[]): string | undefined {
  const others = files.filter((file) => file !== from);
  const likely = closest(
    slugOf(path),
    others.map(({ slug }) => slug),
  );
  const target = others.find(({ slug }) => slug === likely);
  return target && posix.relative(posix.dirname(from.path), target.path);
}

const pageLinks: SiteRule = {
  stage: 'site',
  name: 'page-links',
  severity: 'warning',
  onlyInCheck: true,
  about: {
    zh: '链接在发布之后仍然有效；指向文章的，写成文件的相对路径。',
    en: 'Links still work on the published pages; links to articles are relative paths of their files.',
  },
  check: (site) =>
    site.files.flatMap((file) => {
      // All images share one finding, and so do all links to missing pages, because imported texts have dozens of them for one
      // reason.
      const images: PageLink[] = [];
      const withoutPage: PageLink[] = [];
      const findings: Finding[] = [];
      for (const link of file.pageLinks) {
        const isOnOwnMachine = pathOnOwnMachine(link.url) !== undefined;
        const target = link.isImage ? undefined : linkedArticle(link, file, site);
        if (target !== undefined) findings.push(articleFinding(link, target));
        // An address on the author's own machine that names no article is not reported here. `image-source` reports such an
        // image.
        else if (isOnOwnMachine) continue;
        else if (link.isImage) images.push(link);
        else if (!link.url.startsWith('/')) findings.push(nowhereFinding(link));
        else if (!isAnswered(pathOf(link.url), site)) withoutPage.push(link);
      }
      const together = [...noPageFinding(withoutPage), ...imageFinding(images)];
      return [...findings, ...together].map((finding) => ({ path: file.path, ...finding }));
    }),
};

/**
 * The path of an address, without query and anchor. For an address on the author's own machine, the path is treated as a path of
 * this site.
 */
const pathOf = (url: string): string => (pathOnOwnMachine(url) ?? url).split(/[?#]/, 1)[0] ?? '';

interface LinkedArticle {
  /** The relative path that the link should have instead. */
  meant: string;
  /** True when the address is one that this site uses. False when only its last part equals the name of an article. */
  isCertain: boolean;
}

/** The article or guide to which the last part of an address refers. Undefined when there is none. */
function linkedArticle({ url }: PageLink, file: FileFacts, site: Site): LinkedArticle | undefined {
  const path = pathOf(url);
  if (isServicePath(path)) return undefined;
  const folder = posix.dirname(file.path);
  const beside = path.startsWith('/') ? path.slice(1) : posix.join(folder, path);
  const spelt = `${beside.replace(/\/$/, '')}.md`;
  const page = pageNamedBy(path);
  const isSpelt = site.byPath.has(spelt);
  if (!isSpelt && page !== undefined && page.kind !== 'article') return undefined;
  const claims = site.names.get(page?.name ?? slugOf(path.replace(/\/$/, '').replace(/\.html?$/, '.md')));
  const target = isSpelt ? spelt : (claims?.find(({ as }) => as === 'slug') ?? claims?.[0])?.path;
  const isCertain = isSpelt || page !== undefined;
  // Other servers may run on the author's own machine. An address there is treated as a link to this site only if it has the form
  // of this site's addresses.
  if (target === undefined || (!isCertain && pathOnOwnMachine(url) !== undefined)) return undefined;
  return { meant: `${posix.relative(folder, target)}${/#.*$/.exec(url)?.[0] ?? ''}`, isCertain };
}

/**
 * Whether the server of this site answers a path. An unreadable file counts as published, because it will be once its errors are
 * corrected.
 */
function isAnswered(path: string, { unread, byPath, domains }: Site): boolean {
  if (isServicePath(path)) return true;
  const page = pageNamedBy(path);
  if (page === undefined) return false;
  if (page.kind === 'domain') return domains?.includes(page.name) ?? true;
  // Links to the articles that could be read were handled before, so only unreadable files are checked here.
  if (page.kind === 'article') return [...unread].some((known) => slugOf(known) === page.name);
  const guide = `${guidesFolder}/${page.name}.md`;
  return page.kind !== 'guide' || byPath.has(guide) || unread.has(guide);
}

function articleFinding({ url, place }: PageLink, { meant, isCertain }: LinkedArticle): Finding {
  const isGuide = splitPath(meant).folder.endsWith(guidesFolder);
  return {
    place,
    found: { zh: `指向 ${show(url)} 的链接`, en: `a link to ${show(url)}` },
    expected: {
      zh: `${isGuide ? '指南' : '文章'}文件的相对路径，以 .md 结尾`,
      en: `the relative path of the ${isGuide ? 'guide' : 'article'}'s file, which ends in .md`,
    },
    advice: isCertain
      ? { zh: `写成 ${meant}。`, en: `Write ${meant}.` }
      : { zh: `是不是想写 ${meant}？`, en: `Did you mean ${meant}?` },
  };
}

const fileOrAddress = { zh: '一篇文章的文件，或完整的网址', en: 'the file of an article, or a full address' };

function nowhereFinding({ url, place }: PageLink): Finding {
  return {
    place,
    found: {
      zh: `指向 ${show(url)} 的链接，发布之后那里什么也没有`,
      en: `a link to ${show(url)}, where nothing is published`,
    },
    expected: fileOrAddress,
    advice: {
      zh: '写成文章文件的相对路径（如 ../mcp/slug.md），或以 https:// 开头的网址。',
      en: "Write the relative path of an article's file, such as ../mcp/slug.md, or an address that begins with https://.",
    },
  };
}

function noPageFinding([first, ...others]: readonly PageLink[]): Finding[] {
  if (first === undefined) return [];
  const more = others.length;
  return [
    {
      place: first.place,
      found: {
        zh: `指向 ${show(first.url)} 的链接${more === 0 ? '' : `（本文另有 ${more} 个这样的链接）`}，本站没有这样的页面`,
        en: `a link to ${show(first.url)}${moreLikeIt(more)}, which is no page of this site`,
      },
      expected: fileOrAddress,
      advice: {
        zh: '指向别的网站时，在路径前写上 https:// 和主机名；否则改正路径或去掉链接。',
        en: 'If the link is to another site, write https:// and its host before the path; otherwise correct or remove the link.',
      },
    },
  ];
}

function imageFinding([first, ...others]: readonly PageLink[]): Finding[] {
  if (first === undefined) return [];
  const more = others.length;
  return [
    {
      place: first.place,
      found: {
        zh: `图片 ${show(first.url)}${more === 0 ? '' : `（本文另有 ${more} 张这样的图片）`}，它不会发布`,
        en: `the image ${show(first.url)}${moreLikeIt(more)}, which is not published`,
      },
      expected: { zh: '文字，或通向图片的链接', en: 'text, or a link to the image' },
      advice: {
        zh: '文章不带图片文件：把图中的内容写成文字，需要时加一个完整网址的链接。',
        en: 'Articles have no image files: describe the image in text, with a link to a full address if readers need it.',
      },
    },
  ];
}

const moreLikeIt = (count: number): string => (count === 0 ? '' : ` (and ${count} more like it here)`);

export const linkRules: readonly Rule[] = [ownAnchors, referenceLinks, related, articleLinks, pageLinks];
