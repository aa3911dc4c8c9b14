// Makes articles and guides with a hostile text in every field in which the compiler accepts it.
import { judgeDraft, judgeEntry } from '../../../../build/judge.ts';
import { readDraft } from '../../../../build/source/draft.ts';
import { entryOf } from '../../../build/sources.ts';
import { articleText } from '../../../site.ts';

/** Functions that put a text of one line into an article: `fieldPlaces` into the front matter, `bodyPlaces` into the body. */
const fieldPlaces = {
  title: (text: string) => ({ title: inBoth(`tea ${text}`) }),
  summary: (text: string) => ({ summary: inBoth(`tea ${text}`) }),
  author: (text: string) => ({ author: quoted(text) }),
  tags: (text: string) => ({ tags: `[${quoted(text)}]` }),
  keywords: (text: string) => ({ keywords: `[${quoted(text)}]` }),
  aliases: (text: string) => ({ aliases: `[${quoted(text)}]` }),
  riskLevel: (text: string) => ({ riskLevel: quoted(text) }),
  verifier: (text: string) => ({ verification: recordBy(text, quoted('Checked.')) }),
  notes: (text: string) => ({ verification: recordBy(`x${text.length}`, inBoth(text)) }),
} as const;
const bodyPlaces = {
  paragraph: (text: string) => `Tea ${text} tea`,
  heading: (text: string) => `### ${text}`,
  emphasis: (text: string) => `Tea **${text}** tea`,
  listItem: (text: string) => `- ${text}\n- tea`,
  quotation: (text: string) => `> ${text}`,
  table: (text: string) => `| a ${text} | b |\n| --- | --- |\n| c | d ${text} |`,
  linkText: (text: string) => `[tea ${text}](https://tea.example/)`,
  linkAddress: (text: string) => `[tea](<${text}>)`,
  linkTitle: (text: string) => `[tea](/ "${text}")`,
  reference: (text: string) => `[tea][cup]\n\n[cup]: <${text}> '${text}'`,
  alternative: (text: string) => `![tea ${text}](tea.png)`,
  picture: (text: string) => `![tea](<${text}>)`,
  footnote: (text: string) => `Tea[^cup].\n\n[^cup]: ${text}`,
  code: (text: string) => `Tea \`\`\` ${text} \`\`\``,
  fence: (text: string) => `~~~~\n${text}\n~~~~`,
  information: (text: string) => `~~~~${text}\ntea\n~~~~`,
  autolink: (text: string) => `Tea <${text}> and <https://tea.example/${text}>`,
  question: (text: string) => `### Tea ${text}?`,
  answer: (text: string) => `Tea ${text}`,
} as const;
type Place = keyof typeof fieldPlaces | keyof typeof bodyPlaces;
const places = [...Object.keys(fieldPlaces), ...Object.keys(bodyPlaces)] as Place[];

const quoted = (text: string): string => JSON.stringify(text);
const inBoth = (text: string): string => `{ zh: ${quoted(text)}, en: ${quoted(text)} }`;
const recordBy = (verifier: string, notes: string): string =>
  `[{ verifier: ${quoted(verifier)}, result: passed, at: 2026-01-04T00:00:00Z, notes: ${notes} }]`;
const onOneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ');

/** Makes an article with the text in the chosen places. */
function inline(text: string, chosen: readonly Place[], fields: Record<string, string>): string {
  const written = onOneLine(text);
  const own = chosen.filter((place) => place in fieldPlaces) as (keyof typeof fieldPlaces)[];
  const inBody = (place: keyof typeof bodyPlaces): string[] =>
    chosen.includes(place) ? [bodyPlaces[place](written)] : [];
  const blocks = (Object.keys(bodyPlaces) as (keyof typeof bodyPlaces)[])
    .filter((place) => place !== 'question' && place !== 'answer')
    .flatMap(inBody);
  const pair = [...inBody('question'), '### Why tea?', ...inBody('answer'), 'Tea.'].slice(-4);
  const questions = pair[0] === '### Why tea?' ? pair : [pair[0], ...pair.slice(2)];
  const body = (name: string): string =>
    `## Tea\n\nTea.\n\n${blocks.join('\n\n')}\n\n## ${name}\n\n${questions.join('\n\n')}`;
  return articleText({
    fields: { ...fields, ...Object.assign({}, ...own.map((place) => fieldPlaces[place](written))) },
    zh: body('问答'),
    en: body('Q&A'),
  });
}

/** Whether a build accepts a file. */
function isAccepted(path: string, text: string): boolean {
  const entry = entryOf(text, path);
  const messages = [...judgeEntry(entry, 'build'), ...judgeDraft(readDraft(entry), 'build')];
  return messages.every(({ severity }) => severity !== 'error');
}

/**
 * Makes three files for each text: an article with the text in every one-line place that accepts it, and an article and a guide
 * that end with the unchanged text. Files that the compiler refuses are left out. Path → text.
 */
export function hostileSite(texts: readonly string[]): Record<string, string> {
  const files: Record<string, string> = {};
  texts.forEach((text, number) => {
    const id = (kind: string) => ({ id: `art_${kind}${number}` });
    const path = `mcp/line-${number}.md`;
    const chosen = isAccepted(path, inline(text, places, id('line')))
      ? places
      : places.filter((place) => isAccepted(path, inline(text, [place], id('line'))));
    const related = number === 0 ? '[]' : `[art_line${number - 1}]`;
    files[path] = inline(text, chosen, { ...id('line'), related });
    const answer = articleText({
      fields: id('answer'),
      zh: '## 茶\n\n茶。\n\n## 问答\n\n### 茶？\n\n茶。',
      en: `## Tea\n\nTea.\n\n## Q&A\n\n### Tea?\n\nTea.\n\n${text}`,
    });
    const whole = {
      [`skill/answer-${number}.md`]: answer,
      [`guides/guide-${number}.md`]: guide(onOneLine(text), text),
    };
    for (const [name, file] of Object.entries(whole)) if (isAccepted(name, file)) files[name] = file;
  });
  return files;
}

const guide = (line: string, block: string): string =>
  `---\ntitle: ${inBoth(`tea ${line}`)}\nsummary: ${inBoth(`tea ${line}`)}\norder: 1\naudience: agent\n---\n\n# 中文\n\n## 茶\n\n茶。\n\n# English\n\n## Tea ${line}\n\nTea.\n\n${block}\n`;
