// Eleventy over a content folder: alone, with its own markdown-it, or with the remark plugins, the sanitiser and the colours
// that the compiler uses, each file rendered once. It writes HTML and nothing else.
//
//   node eleventy.js <content> <out> alone|same
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Element, Root } from 'hast';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkCjkFriendly from 'remark-cjk-friendly';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { CodeHighlighting } from '../../../build/bodies/highlighting.ts';
import { packageRoot } from '../../package-root.ts';

interface Configuration {
  setUseGitIgnore(use: boolean): void;
  setTemplateFormats(formats: string): void;
  addGlobalData(name: string, value: string): void;
  setLibrary(kind: 'md', library: { render(text: string): string }): void;
}
interface EleventyModule {
  default: new (
    input: string,
    output: string,
    options: { quietMode: boolean; configPath: false; config(configuration: Configuration): void },
  ) => { write(): Promise<void> };
}

const [content = '', out = '', kind = 'alone'] = process.argv.slice(2);
// It has a package file of its own, which a module elsewhere cannot import by its name.
const found = join(packageRoot, 'scripts', 'bench', 'node_modules', '@11ty', 'eleventy', 'src', 'Eleventy.js');
const { default: Eleventy } = (await import(pathToFileURL(found).href)) as EleventyModule;
const site = new Eleventy(content, out, {
  quietMode: true,
  configPath: false,
  config(configuration) {
    configuration.setUseGitIgnore(false);
    if (kind === 'same') configuration.setLibrary('md', { render });
    configuration.setTemplateFormats('md');
    // Articles are no templates: they show those of other programs as code.
    configuration.addGlobalData('templateEngineOverride', 'md');
  },
});
await site.write();

function render(text: string): string {
  const code = new CodeHighlighting();
  return String(
    unified()
      .use(remarkParse)
      .use(remarkGfm)
      .use(remarkCjkFriendly)
      .use(remarkRehype)
      .use(rehypeSanitize)
      .use(() => (tree: Root) => colour(tree, code))
      .use(rehypeStringify)
      .processSync(text),
  );
}

function colour(node: Root | Element, code: CodeHighlighting): void {
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
