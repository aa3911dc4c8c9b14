import { describe, expect, it } from 'vitest';
import { headingText, type Outline } from '../../../build/source/outline.ts';
import { articleText } from '../../site.ts';
import { draftOf } from '../sources.ts';

/** The outline of a body, after the front matter of the template. */
function outlineOf(body: string): Outline {
  const text = articleText();
  return draftOf(text.slice(0, text.indexOf('# 中文')) + body).outline;
}
const typesOf = (nodes: readonly { type: string }[] = []): string[] => nodes.map(({ type }) => type);

describe('the outline of an article', () => {
  it('finds the two languages in any order', () => {
    const { parts } = outlineOf('# English\n\nTea.\n\n# 中文\n\n茶。\n');
    expect(typesOf(parts.zh?.content)).toEqual(['paragraph']);
    expect(typesOf(parts.en?.content)).toEqual(['paragraph']);
  });

  it('recognises underlined (setext) headings', () => {
    const { parts } = outlineOf('中文\n====\n\n茶\n--\n\n壶。\n\nEnglish\n===\n\nQ&A\n---\n\n### Tea?\n\nYes.\n');
    expect(typesOf(parts.zh?.content)).toEqual(['heading', 'paragraph']);
    expect(parts.en?.pairs.map(({ question }) => headingText(question))).toEqual(['Tea?']);
  });

  it('pairs each question with all blocks up to the next question', () => {
    const { parts } = outlineOf(
      '# 中文\n\n## 问答\n\n### 一？\n\n答。\n\n#### 细节\n\n```\nx\n```\n\n### 二？\n\n- 是\n',
    );
    expect(parts.zh?.pairs.map(({ answer }) => typesOf(answer))).toEqual([['paragraph', 'heading', 'code'], ['list']]);
  });

  it('ends the questions at the next heading of level 2', () => {
    const { parts } = outlineOf('# English\n\nA.\n\n## Q&A\n\n### Tea?\n\nYes.\n\n## More\n\nB.\n');
    expect(typesOf(parts.en?.content)).toEqual(['paragraph', 'heading', 'paragraph']);
    expect(parts.en?.pairs).toHaveLength(1);
  });

  it('separates text before the first language heading, and text between the Q&A heading and the first question, from other text', () => {
    const { stray, parts } = outlineOf('Before.\n\n# English\n\n## Q&A\n\nNo question.\n\n### Tea?\n\nYes.\n');
    expect(typesOf(stray)).toEqual(['paragraph']);
    expect(typesOf(parts.en?.qaStray)).toEqual(['paragraph']);
  });
});
