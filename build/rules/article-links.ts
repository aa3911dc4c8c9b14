import { posix } from 'node:path';
import { closest } from '../edition/closest.ts';
import type { Language } from '../edition/vocabulary.ts';
import { type Finding, show, type Wording } from '../messages.ts';
import { advisedMax, anchorAdvice } from '../source/anchors.ts';
import { resolveArticleLink } from '../source/article-link.ts';
import { slugOf } from '../source/entry.ts';
import type { FileFacts, LinkFact } from '../source/facts.ts';
import { languageHeadings } from '../source/outline.ts';
import type { Site } from '../source/site.ts';
import type { SiteRule } from './rule.ts';

export const articleLinks: SiteRule = {
  stage: 'site',
  name: 'article-links',
  severity: 'error',
  about: {
    zh: '指向其他文章的相对链接通向存在的文件，以及同一种语言里的标题。',
    en: 'A relative link to another article leads to a file that exists and to a heading of the same language.',
  },
  check(site) {
    // Looking for what was probably meant takes a walk over all anchors or files: a file gets it for its first faults.
    const known = knownAnchors(site);
    return site.files.flatMap((file) => {
      let faults = 0;
      return file.links.flatMap((link) => {
        const fault = faultOf(link, file, { ...site, known, isAdvised: faults < advisedMax });
        if (fault === undefined) return [];
        faults += 1;
        return [{ path: file.path, place: link.place, ...fault }];
      });
    });
  },
};

interface Sought extends Site {
  known: (file: FileFacts, language: Language) => ReadonlySet<string>;
  isAdvised: boolean;
}

/** The anchors of each file and language as a set, made when it is first asked for. */
function knownAnchors({ files }: Site): Sought['known'] {
  const sets = new Map(files.map((file) => [file, new Map<Language, Set<string>>()]));
  return (file, language) => {
    const own = sets.get(file);
    const anchors = own?.get(language) ?? new Set(file.anchors[language]);
    own?.set(language, anchors);
    return anchors;
  };
}

function faultOf(
  { url, language, isPlain }: LinkFact,
  file: FileFacts,
  { byPath, unread, files, known, isAdvised }: Sought,
): Omit<Finding, 'place'> | undefined {
  if (!isPlain) {
    return {
      found: { zh: `链接 ${show(url)}，它用了转义`, en: `the link ${show(url)}, written with escapes` },
      expected: {
        zh: '照原样写出的文章链接，例如 ../mcp/slug.md#heading',
        en: 'a link to an article written as it is, such as ../mcp/slug.md#heading',
      },
      advice: {
        zh: '地址里不要用反斜杠、实体或百分号。',
        en: 'Write the address without backslashes, entities or percent signs.',
      },
    };
  }
  const link = resolveArticleLink(file.path, url);
  const target = byPath.get(link.path);
  if (target === undefined) {
    if (unread.has(link.path)) return undefined;
    return {
      found: { zh: `指向 ${show(url)} 的链接，那里没有文章`, en: `a link to ${show(url)}, where no article is` },
      expected: { zh: '一篇文章相对于本文件的路径', en: 'the path of an article, relative to this file' },
      advice: isAdvised ? pathAdvice(file, link.path, files) : correctPath,
    };
  }
  const anchors = target.anchors[language];
  // A target without this language is told so itself.
  if (link.anchor === '' || anchors === null || known(target, language).has(link.anchor)) return undefined;
  const heading = `# ${languageHeadings[language]}`;
  return {
    found: {
      zh: `指向 #${link.anchor} 的链接，而 ${target.path} 的 ${heading} 之下没有这个标题`,
      en: `a link to #${link.anchor}, a heading that ${target.path} does not have under ${heading}`,
    },
    expected: {
      zh: '同一种语言里某个标题的锚点：标题的文字，小写，空格换成连字符',
      en: 'the anchor of a heading of the same language: its words in lower case, joined by hyphens',
    },
    advice: anchorAdvice(link.anchor, anchors, isAdvised),
  };
}

const correctPath = { zh: '改正路径，或去掉链接。', en: 'Correct the path, or remove the link.' };

/** The address of the article of the same name in another folder, or of a similar name. */
function pathAdvice(from: FileFacts, path: string, files: readonly FileFacts[]): Wording {
  const others = files.filter((file) => file !== from);
  const likely = closest(
    slugOf(path),
    others.map(({ slug }) => slug),
  );
  const target = others.find(({ slug }) => slug === likely);
  if (target === undefined) return correctPath;
  const meant = posix.relative(posix.dirname(from.path), target.path);
  return { zh: `是不是想写 ${meant}？`, en: `Did you mean ${meant}?` };
}
