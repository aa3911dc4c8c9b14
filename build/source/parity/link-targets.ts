// Where a link leads, whichever language its page is in: `/zh-CN/docs` and `/en-US/docs` are one target.

/** The page behind an address without its language: hosts, path segments, file suffixes and queries that name one. */
export function targetKey(url: string): string {
  const [beforeAnchor = ''] = url.split('#', 1);
  const [address = '', query = ''] = beforeAnchor.split('?', 2);
  const withoutScheme = address.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '//').toLowerCase();
  if (!withoutScheme.startsWith('//')) return `${pathKey(withoutScheme)}${queryKey(query)}`;
  const [host = '', ...segments] = withoutScheme.slice(2).split('/');
  const site = hostKey(host);
  // The articles of an encyclopedia have names in its language.
  if (/^wikipedia\b/.test(site)) return `//${site}`;
  return `//${site}/${pathKey(segments.join('/'))}${queryKey(query)}`;
}

const languageName = '(?:zh|cn|en)(?:[-_](?:cn|us|gb|hans|hant|tw|hk))?(?:[-_]cn)?|simplified-chinese|chinese|english';
const languageSegment = new RegExp(`^(?:${languageName})$`);
const languageSuffix = new RegExp(`[._-](?:${languageName})(?=$|\\.[a-z]+$)`);

/** Mirrors whose name alone does not show what they mirror. */
const mirrors: Readonly<Record<string, string>> = {
  'help.aliyun': 'alibabacloud/help',
  vitejs: 'vite',
  'react.docschina': 'react',
  reactjs: 'react',
  moonshot: 'kimi',
};

/** Sites that write in Chinese only: what they say, the English reads elsewhere. */
const chineseSites =
  /^\/\/(?:[\w-]+\.)*(?:weixin\.qq|zhihu|bilibili|juejin|csdn|feishu|yuque|cnblogs|segmentfault|oschina|baidu|aliyun)(?:[./]|$)/;

export const isChineseSite = (url: string): boolean => chineseSites.test(targetKey(url));

/** Whether a relative and an absolute address can be one page: `./setup` and `/api/setup`. */
export function couldBeOnePage(one: string, other: string): boolean {
  const [left, right] = [one, other].map((url) =>
    targetKey(url)
      .replace(/^(?:\.{0,2}\/)+/, '')
      .replace(/\.md$/, ''),
  );
  if (left === undefined || right === undefined || left === '' || right === '') return false;
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  return long === short || long.endsWith(`/${short}`);
}

function hostKey(host: string): string {
  const labels = host.split('.').filter((label) => label !== 'www' && !languageSegment.test(label));
  // `example.cn`, `example.com.cn` and `example.com` are the same house in its countries.
  while (labels.length > 1 && /^(?:com|org|net|dev|ai|io|app|cn)$/.test(labels.at(-1) ?? '')) labels.pop();
  const name = labels.join('.');
  return mirrors[name] ?? name;
}

function pathKey(path: string): string {
  return path
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.' && !languageSegment.test(segment))
    .map((segment) => decoded(segment).replace(languageSuffix, ''))
    .join('/')
    .replace(/(?:^|\/)index\.html$|\.html$/, '');
}

function queryKey(query: string): string {
  const kept = query
    .split('&')
    .filter((part) => part !== '' && !/^(?:hl|lang|language|locale|lc|view|spm)=/i.test(part))
    .filter((part) => !/^utm_/i.test(part));
  return kept.length === 0 ? '' : `?${kept.sort().join('&')}`;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
