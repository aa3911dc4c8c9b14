// Defences of those who read pages in a browser.
import type { Defence } from '../defence.ts';

export const pageDefences: readonly Defence[] = [
  {
    name: 'sanitised-bodies',
    does: {
      zh: '文章的 HTML 经过净化：没有脚本、事件属性和会运行代码的地址',
      en: 'the HTML of articles is sanitised: no scripts, no event attributes, no addresses that run code',
    },
    seen: { zh: '原样显示的文字，或者什么也没有', en: 'the text as it was written, or nothing' },
    tests: ['test/build/pages/cross-site-scripting.test.ts', 'test/build/bodies/article-html.test.ts'],
    removals: [
      {
        file: 'build/bodies/article-html.ts',
        text: ".use(rehypeSanitize, { ...defaultSchema, clobberPrefix: '' })",
        without: '.use(() => (tree: unknown) => tree as never)',
      },
    ],
  },
  {
    name: 'escaped-text',
    does: {
      zh: '服务器写进网页的文字都经过转义',
      en: 'all text that the server writes into a page is escaped',
    },
    seen: { zh: '原样显示的文字', en: 'the text as it was written' },
    tests: ['test/build/edition/markup-html.test.ts', 'test/server/faces/pages/safety.test.ts'],
    removals: [
      {
        file: 'build/edition/slots.ts',
        text: 'return text.replace(/[&<>"\']/g,',
        without: 'return text.replace(/[&]/g,',
      },
    ],
  },
  {
    name: 'structured-data',
    does: {
      zh: '给搜索引擎的 JSON-LD 里没有能结束 `script` 的文字',
      en: 'JSON-LD for search engines holds nothing that ends its `script`',
    },
    seen: { zh: '以 `\\u003c` 写出的 `<`', en: '`<` written as `\\u003c`' },
    tests: ['test/build/pages/structured-data.test.ts', 'test/build/pages/cross-site-scripting.test.ts'],
    removals: [
      {
        file: 'build/pages/structured-data.ts',
        text: ".replaceAll('<', '\\\\u003c')",
        without: '',
      },
    ],
  },
  {
    name: 'content-policy',
    does: {
      zh: '内容安全策略：网页只从自己的地址加载样式、图片和脚本，不能被别的网站嵌入',
      en: 'a content security policy: pages load styles, pictures and scripts from their own address alone, and no other site may frame them',
    },
    seen: { zh: '`Content-Security-Policy`', en: '`Content-Security-Policy`' },
    tests: ['test/server/middleware/headers.test.ts', 'test/server/faces/pages/safety.test.ts'],
    removals: [
      {
        file: 'server/middleware/security-headers.ts',
        text: 'scriptSrc: ["\'self\'"],',
        without: 'scriptSrc: ["\'self\'", "\'unsafe-inline\'"],',
      },
      {
        file: 'server/middleware/security-headers.ts',
        text: 'frameAncestors: ["\'none\'"],',
        without: 'frameAncestors: ["\'self\'"],',
      },
      { file: 'server/app.ts', text: ', commonHeaders: securityHeaders()', without: '' },
    ],
  },
];
