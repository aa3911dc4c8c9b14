// Authors cannot inject markup: a page contains only markup of the compiler.
import { describe, expect, it } from 'vitest';
import { compile } from '../../../build/compile.ts';
import { bodyNames } from '../../../build/edition/catalogue.ts';
import { type ArticleParts, articleText, pagesOf } from '../../site.ts';
import { betweenTags, dataIn, tagsIn, withoutData } from '../markup.ts';
import { bodiesIn, entryOf } from '../sources.ts';

const vectors = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<math><mtext></p><img src onerror=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<style>@import "//evil.example/x.css"</style>',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<div style="background:url(javascript:alert(1))">x</div>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '</title><script>alert(1)</script>',
  '--><script>alert(1)</script><!--',
  '" onmouseover="alert(1)" x="',
  "' onmouseover='alert(1)' x='",
  '\u2028<script>alert(1)</script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<<script>alert(1)//<</script>',
  '<a href="x" id="page.main" name="body">x</a>',
];

const urls = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'javascript&colon;alert(1)',
  '&#x6a;avascript:alert(1)',
  'java&Tab;script:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '//evil.example" onmouseover="alert(1)',
  'x" onerror="alert(1)',
  'javascript:alert(1)//x.md',
];

/** Without this field a build would refuse articles with unsafe links, and there would be no pages to test. */
const allow = '[{ rule: link-schemes, reason: pages stay safe all the same }]';

/** All HTML in an edition of these articles. */
function markupOf(articles: ArticleParts[]): string[] {
  const { edition, messages } = compile({
    entries: articles.map(({ fields, ...parts }, at) =>
      entryOf(articleText({ id: `art_${at}`, ...parts, fields: { ...fields, allow } }), `mcp/pot-${at}.md`),
    ),
    assets: [{ name: 'site.css', bytes: new Uint8Array() }],
  });
  if (edition === undefined) throw new Error(JSON.stringify(messages, null, 2));
  const bodyOf = bodiesIn(edition);
  const shown = bodyNames.filter((name) => /^(page|parallel|row)\./.test(name));
  return [
    ...articles.flatMap((_, at) => shown.map((name) => bodyOf(`pot-${at}`, name))),
    ...Object.entries(pagesOf(edition))
      .filter(([name]) => !name.endsWith('.md'))
      .map(([, page]) => page),
  ];
}

const tags = new Set(
  (
    'html head meta title link body a header search form input button nav main footer article p h1 h2 h3 h4 h5 h6 div span ' +
    'section details summary ul ol li dl dt dd time code pre em strong del img br hr blockquote table thead tbody tfoot tr th td sup'
  ).split(' '),
);
const attributes = new Set(
  (
    'lang charset name content rel href hreflang type class id action method maxlength autocomplete data-api ' +
    'aria-keyshortcuts hidden role aria-label placeholder value open datetime src alt title align start checked ' +
    'disabled data-markdown-ignore data-footnotes data-footnote-ref data-footnote-backref aria-describedby ' +
    'aria-current data-twin data-place data-copy data-copied data-copy-code data-copy-from data-citation ' +
    'data-failed scope required aria-labelledby'
  ).split(' '),
);

/** The SVG chart of the scores, which contains only numbers and words of the compiler. */
const chart =
  /<figure class="chart" data-markdown-ignore="true"><svg [^<>]*>(?:<(?:title|desc|text|line|rect)[^<>]*>[^<>]*<\/(?:title|desc|text|line|rect)>)*<\/svg><\/figure>/;

/** Finds the tags, attributes and addresses of a page that cannot come from the compiler. */
function foreignIn(page: string): string[] {
  expect(dataIn(page).length).toBeLessThanOrEqual(1);
  const html = withoutData(page).replace(chart, '');
  const found = tagsIn(html);
  return [
    ...found.filter(({ name }) => !tags.has(name)).map(({ name }) => `<${name}>`),
    ...found.flatMap((tag) =>
      Object.keys(tag.attributes)
        .filter((name) => !attributes.has(name))
        .map((name) => `${tag.name} ${name}`),
    ),
    ...found.flatMap(({ attributes: { href = '', src = '', action = '' } }) =>
      [href, src, action].filter((url) => !isHarmless(url)),
    ),
    ...(betweenTags(html).match(/</g) ?? []),
  ];
}

/** Whether an address has no scheme or a harmless one. Removes characters that browsers ignore in addresses (URL standard) first. */
function isHarmless(url: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers ignore these characters, so the pattern must match them.
  const scheme = /^([^/?#:]*):/.exec(url.replace(/[\u0000-\u0020]/g, ''))?.[1];
  return scheme === undefined || ['http', 'https', 'mailto'].includes(scheme.toLowerCase());
}

const yaml = (text: string): string => JSON.stringify(text);

describe('HTML in an article', () => {
  it.each(vectors)('is escaped in fields, texts, code and footnotes: %s', (vector) => {
    const fields = {
      title: `{ zh: ${yaml(vector)}, en: ${yaml(vector)} }`,
      summary: `{ zh: ${yaml(vector)}, en: ${yaml(vector)} }`,
      author: yaml(vector),
      tags: `[${yaml(vector.replaceAll(',', ''))}]`,
      verification: `[{ verifier: ${yaml(vector)}, result: passed, at: 2026-05-01T00:00:00Z, notes: ${yaml(vector)} }]`,
    };
    const table = `| ${vector.replaceAll('|', '')} |\n| - |`;
    const body = `Tea ${vector} pot.\n\n${vector}\n\nx\n\n- ${vector}\n\n${table}\n\n## Heading ${vector}\n\nx`;
    const texts = {
      zh: `${body}\n\n## 问答\n\n### 茶 ${vector}\n\n${vector} 茶。\n\n茶。`,
      en: `${body}\n\n## Q&A\n\n### Tea ${vector}\n\n${vector} tea.\n\nTea.`,
    };
    const label = `[^a${vector.replaceAll(/[[\]\s]/g, '')}]`;
    const labels = { en: `~~~js ${vector}\nx\n~~~\n\n~~~${vector}\nx\n~~~\n\nx${label}\n\n${label}: y` };
    for (const html of markupOf([{ fields }, texts, labels])) expect(foreignIn(html)).toEqual([]);
  });

  it.each(urls)('is escaped in an address: %s', (url) => {
    const links = `[a](<${url}>) ![b](<${url}>) [c][d] <${url}> [e](/x (${url.replaceAll(/[()]/g, '')}))\n\n[d]: <${url}>`;
    const note = `Note[^n].\n\n[^n]: [f](<${url}>)`;
    for (const html of markupOf([{ en: `${links}\n\n${note}` }])) expect(foreignIn(html)).toEqual([]);
  });
});
