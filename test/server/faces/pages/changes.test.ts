// The page of changes shows the same changes as the API, for every kept edition.
import { describe, expect, it } from 'vitest';
import { type Contract, startContract, startContractOn, textAt } from '../../../contract/contract.ts';
import { teaHouse } from '../../tea-house.ts';
import { tagsOf, unexplained } from './html.ts';

const house = await teaHouse();

const pageOf = async (contract: Contract, path: string): Promise<string> => {
  const html = await textAt(contract, path, 'text/html', { accept: 'text/html' });
  expect(unexplained(html)).toEqual([]);
  return html;
};
/** The text of each item in the lists of changes of a page. */
function itemsIn(html: string): string[] {
  return html
    .split('<ul class="changes">')
    .slice(1)
    .flatMap((part) => (part.split('</ul>')[0] ?? '').split('<li>').slice(1))
    .map((item) =>
      item
        .replaceAll(/<[^>]+>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    );
}

describe('the page of changes', () => {
  it('compares with the previous edition, unless the query names another edition', async () => {
    const contract = await startContractOn(house.folder);
    const [first, second] = house.ids;
    const usual = await pageOf(contract, '/en/changes');
    expect(usual).toContain(`Since edition ${second.slice(0, 12)} (2026-02-01 00:00 UTC)`);
    for (const [since, id] of [
      [first.slice(0, 12), first],
      [second, second],
      ['2026-01-15', first],
    ] as const) {
      const html = await pageOf(contract, `/en/changes?since=${since}`);
      const { items } = (await contract.api(`/api/v1/changes?since=${id}`)).body.data;
      const slugs = items
        .filter(({ after }: { after: unknown }) => after !== null)
        .map(({ slug }: { slug: string }) => slug);
      const links = [...html.matchAll(/<p class="change-title"><a href="\/en\/articles\/([^"]+)"/g)].map(
        ([, slug]) => slug,
      );
      expect(links, since).toEqual(slugs);
      expect(itemsIn(html), since).toHaveLength(items.length);
    }
  });

  it('shows what changed in each article, and why its trust changed', async () => {
    const contract = await startContractOn(house.folder);
    const html = await pageOf(contract, `/en/changes?since=${house.ids[0]}`);
    expect(itemsIn(html)).toEqual([
      'Spoon Skills unverified 30%',
      expect.stringMatching(/^Kettle Agents unverified 30% What changed: name \(slug\), former names$/),
      expect.stringMatching(
        /^Teapot Model Context Protocol verified \d+% → unverified 30% the text was edited after it was checked What changed: body \(English\)$/,
      ),
      expect.stringMatching(
        /^Lemon Skills verified \d+% → unverified 30% the verification records have changed What changed: verification records$/,
      ),
      expect.stringMatching(/^Fork Foundations unverified 30%$/),
    ]);
    const zh = await pageOf(contract, `/zh/changes?since=${house.ids[0]}`);
    expect(itemsIn(zh)).toContainEqual(
      expect.stringMatching(/已验证 \d+% → 未验证 30% 检查之后文本有改动 改了：正文（英文）/),
    );
  });

  it('lists the kept editions with the numbers of changes since each of them', async () => {
    const contract = await startContractOn(house.folder);
    const html = await pageOf(contract, '/en/changes');
    const table = html.slice(html.indexOf('<tbody>'), html.indexOf('</tbody>'));
    const links = tagsOf(table).filter(({ name }) => name === 'a');
    expect(links.map(({ attributes }) => [attributes.get('href'), attributes.get('aria-current')])).toEqual([
      [`/en/changes?since=${house.ids[1].slice(0, 12)}`, 'true'],
      [`/en/changes?since=${house.ids[0].slice(0, 12)}`, undefined],
    ]);
    for (const [index, id] of [house.ids[1], house.ids[0]].entries()) {
      const { counts } = (await contract.api(`/api/v1/changes?since=${id}`)).body.data;
      const row = table.split('<tr>')[index + 2] ?? '';
      const cells = [...row.matchAll(/class="number[^"]*">(\d+)</g)].map(([, count]) => Number(count));
      expect(cells).toEqual([counts.removed, counts.changed, counts.added]);
    }
  });

  it('is shown for any query, and says if the requested edition is not kept', async () => {
    const contract = await startContractOn(house.folder);
    for (const since of ['000000000000', 'tea', '', '<b>', '%00', '%ff', '2026-99-99', 'a'.repeat(2000)]) {
      const html = await pageOf(contract, `/en/changes?since=${since}`);
      const isAsked = since !== '' && since !== '%ff';
      expect(html.includes('is not kept'), since).toBe(isAsked);
      expect(html).toContain(`Since edition ${house.ids[1].slice(0, 12)}`);
    }
    for (const query of ['page=0', 'page=x', 'since=a&since=b', 'x=y']) await pageOf(contract, `/en/changes?${query}`);
    expect(await pageOf(contract, '/en/changes?since=2020-01-01')).toContain('changes may be missing');
    expect(await pageOf(contract, `/en/changes?since=${house.ids[2]}`)).toContain('Nothing changed.');
    expect(await pageOf(contract, '/en/changes?page=99')).toContain('class="changes"');
  });

  it('says that there is nothing to compare with if there is no earlier edition', async () => {
    const contract = await startContract();
    expect(await pageOf(contract, '/en/changes')).toContain('there is no earlier one to compare with');
    expect(await pageOf(contract, '/zh/changes?since=2020-01-01')).toContain('没有更早的版本可以比较');
    await contract.server.close();
  });

  it('has no Markdown version', async () => {
    const contract = await startContractOn(house.folder);
    expect((await contract.get('/en/changes.md')).status).toBe(404);
    expect((await contract.get('/en/changes', { accept: 'text/markdown' })).headers.get('content-type')).toContain(
      'html',
    );
  });
});
