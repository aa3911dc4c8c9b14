// Builds a content folder with Eleventy. It renders with Eleventy's own markdown-it or, with `same`, with the remark plugins, the
// sanitiser and the code highlighting of the compiler. It writes only HTML.
//
//   node eleventy.mjs CONTENT OUT [same]
import Eleventy from '@11ty/eleventy';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkCjkFriendly from 'remark-cjk-friendly';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { CodeHighlighting } from '../../dist/js/build/bodies/highlighting.js';

const [content, out, kind] = process.argv.slice(2);
const site = new Eleventy(content, out, {
  quietMode: true,
  configPath: false,
  config(configuration) {
    configuration.setUseGitIgnore(false);
    if (kind === 'same') configuration.setLibrary('md', { render });
    configuration.setTemplateFormats('md');
    // Renders articles as plain Markdown, not as Liquid templates: their code blocks may show template syntax of other programs.
    configuration.addGlobalData('templateEngineOverride', 'md');
  },
});
await site.write();

function render(text) {
  const code = new CodeHighlighting();
  return String(
    unified()
      .use(remarkParse)
      .use(remarkGfm)
      .use(remarkCjkFriendly)
      .use(remarkRehype)
      .use(rehypeSanitize)
      .use(() => (tree) => colour(tree, code))
      .use(rehypeStringify)
      .processSync(text),
  );
}

function colour(node, code) {
  for (const child of node.children) {
    if (child.type !== 'element') continue;
    const [inside] = child.children;
    if (child.tagName === 'pre' && inside?.type === 'element') {
      const [text] = inside.children;
      const name = String(inside.properties.className ?? '').replace(/^language-/, '');
      if (text?.type === 'text') inside.children = code.of(text.value, name) ?? [text];
    } else colour(child, code);
  }
}
