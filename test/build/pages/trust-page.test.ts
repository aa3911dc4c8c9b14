// Compares the trust page of the fixture site with the catalogue of the same edition.
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CatalogueRow } from '../../../build/edition/catalogue.ts';
import { defaultSite, domainIds } from '../../../build/edition/site-settings.ts';
import { languages, verificationStatuses } from '../../../build/edition/vocabulary.ts';
import { readContent } from '../../../build/read.ts';
import { articlesIn } from '../../../scripts/content-articles.ts';
import { reportOf } from '../../../scripts/report.ts';
import { articleText, compileFolder, contentOf, fixtures, pagesOf } from '../../site.ts';
import { textOf } from '../markup.ts';
import { circumstances, publishedWith } from '../sources.ts';

const domains = domainIds(defaultSite);

const site = join(fixtures, 'site');
let pages: Record<string, string>;
let rows: CatalogueRow[];
beforeAll(async () => {
  const { edition } = await compileFolder(site);
  const read = (name: string) => JSON.parse(Buffer.from(edition?.files.get(name) ?? []).toString('utf8'));
  pages = pagesOf(edition);
  rows = read('catalogue.json').articles;
});
const page = (name: string): string => pages[name] ?? '';
/** The texts of the cells, by row, in the table at this position of the page. */
const cellsOf = (html: string, number: number): string[][] =>
  (html.split('<table').slice(1)[number]?.split('</table>')[0] ?? '')
    .split('<tr>')
    .slice(1)
    .map((row) => [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>|<td><\/td>/g)].map(([, cell = '']) => textOf(cell)));

describe('the trust page', () => {
  it('has the same counts for each domain as `npm run report`', async () => {
    const report = reportOf(articlesIn(await readContent(site)), { domains, circumstances, unanswered: undefined });
    for (const language of languages) {
      const [, ...counted] = cellsOf(page(`${language}/trust`), 0);
      expect(counted.map(([, ...cells]) => cells)).toEqual(
        report.domains.map(({ articles, statuses, confidence, oldestVerification }) => [
          ...[articles, ...verificationStatuses.map((status) => statuses[status])].map(String),
          ...[confidence?.least, confidence?.median].map((score) => String(score ?? '–')),
          oldestVerification?.slice(0, 10) ?? '–',
        ]),
      );
      expect(counted).toHaveLength(domains.length + 1);
    }
  });

  it('has the numbers of the catalogue in the chart, in the description of the chart and in the table', () => {
    for (const language of languages) {
      const html = page(`${language}/trust`);
      const table = cellsOf(html, 1).slice(1, -1);
      const expected = table.map(([range = '']) => {
        const [from = 0, to = 0] = range.split('–').map(Number);
        return rows.filter(({ confidenceScore }) => confidenceScore >= from && confidenceScore <= to).length;
      });
      expect(table.map(([, , count]) => Number(count))).toEqual(expected);
      expect(expected.reduce((sum, count) => sum + count, 0)).toBe(rows.length);
      const said = /<desc[^>]*>([^<]*)<\/desc>/.exec(html)?.[1] ?? '';
      expect([...said.matchAll(/(\d+–\d+): (\d+)/g)].map(([, range, count]) => [range, count])).toEqual(
        table.map(([range, , count]) => [range, count]),
      );
      const drawn = [...html.matchAll(/<text class="count"[^>]*>(\d+)</g)].map(([, count]) => Number(count));
      expect(drawn).toEqual(expected);
    }
  });

  it('has a Markdown version with the same table rows', () => {
    for (const language of languages) {
      const lines = page(`${language}/trust.md`).match(/^\| (?!---).*\|$/gm) ?? [];
      const cells = lines.map((line) => line.split(/ *\| */).slice(2, -1));
      const shown = [0, 1].flatMap((number) => cellsOf(page(`${language}/trust`), number).map(([, ...rest]) => rest));
      expect(cells).toEqual(shown);
    }
  });

  it('lists the oldest checks first, and the articles that need a review with the reasons', async () => {
    const digestOf = (id: string): string => publishedWith({ id: `art_${id}`, enTitle: id }).digest;
    const checked = (id: string, at: string, by = 'Li Wei', more = `digest: ${digestOf(id)}`): string => {
      const verification = `[{ verifier: ${by}, result: passed, at: ${at}T00:00:00Z, ${more} }]`;
      return articleText({ id: `art_${id}`, enTitle: id, fields: { verification } });
    };
    const failed = `digest: ${digestOf('failing')}, examples: { ran: 1, failed: 2, skipped: 0 }`;
    const files = {
      'mcp/old.md': checked('old', '2026-02-01'),
      'mcp/older.md': checked('older', '2026-01-01'),
      'mcp/failing.md': checked('failing', '2026-03-01', 'Li Wei', failed),
      'mcp/edited.md': checked('edited', '2026-01-01', 'Wu Min', `digest: ${digestOf('old')}`),
    };
    const { edition } = await compileFolder(await contentOf(files));
    const html = pagesOf(edition)['en/trust'] ?? '';
    const dated = html.slice(html.indexOf('<ol class="dated">'), html.indexOf('</ol>'));
    expect([...dated.matchAll(/articles\/([^"]+)"/g)].map(([, slug]) => slug)).toEqual(['older', 'old', 'failing']);
    const attention = textOf(html.slice(html.indexOf('</ol>'), html.indexOf('What the numbers mean')));
    expect(attention).toMatch(/not checked again after an edit by: Wu Min/);
    expect(attention).toMatch(/failures reported by: Li Wei/);
    expect(attention).not.toContain('older');
  });
});
