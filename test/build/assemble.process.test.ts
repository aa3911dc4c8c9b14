import { join } from 'node:path';
import { expect, it } from 'vitest';
import { stele } from '../scripts/command.ts';
import { compileFolder, fixtures, temporaryFolder } from '../site.ts';
import { pointerIn } from './editions.ts';

it('the same articles give an edition with the same bytes in another time zone and under another locale', async () => {
  const content = join(fixtures, 'site');
  const out = await temporaryFolder();
  // The Turkish locale lower-cases I differently, and most timestamps of this site fall on another day in Tokyo.
  const environment = { TZ: 'Asia/Tokyo', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' };
  expect(await stele(['build', '--content', content, '--out', out], environment)).toMatchObject({ code: 0 });
  expect(await pointerIn(out)).toBe(`${(await compileFolder(content)).edition?.buildId}\n`);
});
