// The parameter lang and the layout of Markdown.
import { expect } from 'vitest';
import { articleText, contentOf } from '../../site.ts';
import { type Contract, startContract } from '../contract.ts';
import { headingsOf, type MarkdownArticle, readMarkdown } from '../markdown.ts';
import { known, markdownOf } from '../samples.ts';
import { type Section, section } from '../statement.ts';

const complete = async (contract: Contract, query = ''): Promise<MarkdownArticle> =>
  readMarkdown(await markdownOf(contract, known.complete, query));

const deepBody = '## two\n\n### three\n\n#### four\n\n##### five\n\n###### six\n\n```md\n## no heading\n```';
/** An article with headings of every level, in both languages. */
const deepSite = () =>
  contentOf({ 'mcp/deep.md': articleText({ zh: deepBody.replaceAll('heading', '标题'), en: deepBody }) });

export const languages: Section = section('languages', {
  'The title line of Markdown is # <zh> / <en>, or with lang only the title in that language.': async (contract) => {
    expect((await complete(contract)).title).toBe("企鹅的握手协议 / The penguins' handshake protocol");
    expect((await complete(contract, '&lang=zh')).title).toBe('企鹅的握手协议');
    expect((await complete(contract, '&lang=en')).title).toBe("The penguins' handshake protocol");
  },
  'In Markdown, one quotation line has both summaries, or with lang only one.': async (contract) => {
    const { summary } = (await contract.api(`/api/v1/articles/${known.complete}`)).body.data;
    expect((await complete(contract)).quotation).toEqual([`${summary.zh} / ${summary.en}`]);
    expect((await complete(contract, '&lang=zh')).quotation).toEqual([summary.zh]);
  },
  'In Markdown, ### 中文 and ### English divide Content and Q&A, unless lang selects one language.': async (
    contract,
  ) => {
    for (const name of ['Content', 'Q&A']) {
      const text = (await complete(contract)).sections.get(name) ?? '';
      expect(headingsOf(text).filter((heading) => /^### /.test(heading))).toEqual(['### 中文', '### English']);
      const single = (await complete(contract, '&lang=en')).sections.get(name) ?? '';
      expect(single).not.toMatch(/^### (?:中文|English)$|\p{Script=Han}/mu);
    }
  },
  'The section headings of Markdown are English in every language.': async (contract) => {
    const names = [...(await complete(contract)).sections.keys()];
    for (const lang of ['zh', 'en']) {
      expect([...(await complete(contract, `&lang=${lang}`)).sections.keys()]).toEqual(names);
    }
  },
  'Body headings in Markdown begin at #### with both languages and at ### with one; code is unchanged.': async () => {
    const contract = await startContract(await deepSite());
    const headingsFor = async (query: string) =>
      headingsOf(readMarkdown(await markdownOf(contract, 'deep', query)).sections.get('Content') ?? '');
    const both = ['#### two', '##### three', '###### four', '###### five', '###### six'];
    expect(await headingsFor('')).toEqual(['### 中文', ...both, '### English', ...both]);
    expect(await markdownOf(contract, 'deep', '&lang=en')).toContain('\n```md\n## no heading\n```\n');
    expect(await headingsFor('&lang=en')).toEqual(['### two', '#### three', '##### four', '###### five', '###### six']);
  },
  'In JSON, content has the heading levels of the source and does not contain the Q&A.': async (contract) => {
    const { content, qa } = (await contract.api(`/api/v1/articles/${known.complete}`)).body.data;
    expect(content.zh).not.toContain(qa[0].answer.zh);
    expect(content.en).not.toMatch(/Q&A|invalid request/);
    const { api } = await startContract(await deepSite());
    expect((await api('/api/v1/articles/deep?lang=en')).body.data.content).toEqual({ en: deepBody });
  },
});
