// `stele new <domain>/<slug>`: an article to start from, which passes `check` as it is.
import { randomInt } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { Command } from 'commander';
import { closest } from '../build/edition/closest.ts';
import { domains, type Language, slugLengthMax, slugPattern } from '../build/edition/vocabulary.ts';
import { inLocale } from '../build/messages.ts';
import { slugOf } from '../build/source/entry.ts';
import { contentOption, readContentFolder, reportingMistakes, UsageError } from './content-option.ts';
import { localeOption } from './locale.ts';

export function newCommand(): Command {
  return new Command('new')
    .description('start an article')
    .argument('<domain/slug>', 'where it belongs, for example mcp/tool-annotations')
    .addOption(contentOption())
    .addOption(localeOption())
    .action(reportingMistakes(runNew));
}

async function runNew(name: string, { content, locale }: { content: string; locale: Language }): Promise<void> {
  const [domain = '', slug = '', ...rest] = name.replace(/\.md$/, '').split('/');
  if (slug === '' || rest.length > 0) {
    throw new UsageError({
      zh: `${JSON.stringify(name)} 不是 <领域>/<slug> 的形式，例如 mcp/tool-annotations`,
      en: `${JSON.stringify(name)} is not <domain>/<slug>, such as mcp/tool-annotations`,
    });
  }
  if (!domains.some((known) => known === domain)) {
    const likely = closest(domain, domains);
    const meant =
      likely === undefined ? { zh: '', en: '' } : { zh: `是不是想写 ${likely}？`, en: ` Did you mean ${likely}?` };
    throw new UsageError({
      zh: `${JSON.stringify(domain)} 不是领域；领域有 ${domains.join('、')}。${meant.zh}`,
      en: `${JSON.stringify(domain)} is not a domain; the domains are ${domains.join(', ')}.${meant.en}`,
    });
  }
  if (!slugPattern.test(slug) || slug.length > slugLengthMax) {
    throw new UsageError({
      zh: `${JSON.stringify(slug)} 不是 slug：应为用连字符连接的小写单词，至多 ${slugLengthMax} 个字符`,
      en: `${JSON.stringify(slug)} is not a slug: lower-case words joined by hyphens, at most ${slugLengthMax} characters`,
    });
  }
  const taken = (await readContentFolder(content)).find(({ path }) => slugOf(path) === slug);
  if (taken !== undefined) {
    throw new UsageError({
      zh: `slug ${slug} 已被 ${taken.path} 占用；slug 在所有领域中唯一`,
      en: `the slug ${slug} is taken by ${taken.path}; slugs are unique over all domains`,
    });
  }
  const path = join(resolve(content), domain, `${slug}.md`);
  await mkdir(join(resolve(content), domain), { recursive: true });
  // `wx`: a file that appeared meanwhile is never overwritten.
  await writeFile(path, template(slug, new Date()), { flag: 'wx' });
  const written = relative(process.cwd(), path);
  const sentence = {
    zh: `已写入 ${written}；接下来填写内容，再运行：npm run check`,
    en: `wrote ${written}; now fill it in, and run: npm run check`,
  };
  process.stdout.write(`${inLocale(sentence, locale)}\n`);
}

function newId(): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
  return `art_${Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')}`;
}

function template(slug: string, now: Date): string {
  const title = slug.replaceAll('-', ' ');
  const instant = `${now.toISOString().slice(0, 19)}Z`;
  return `---
id: ${newId()}
title:
  zh: "${title}"
  en: "${title}"
summary:
  zh: "用一段话说明本文回答什么问题。"
  en: "One paragraph that says which question this article answers."
author: Stele editors
tags: [draft]
keywords: []
riskLevel: low
createdAt: ${instant}
publishedAt: ${instant}
updatedAt: ${instant}
related: []
---

# 中文

## 要点

先用一两句话给出答案，再说明理由。

## 示例

\`\`\`json
{ "example": true }
\`\`\`

## 问答

### 什么时候用它？

TODO

# English

## In short

Give the answer in a sentence or two first, then the reasons.

## Example

\`\`\`json
{ "example": true }
\`\`\`

## Q&A

### When is it used?

TODO
`;
}
