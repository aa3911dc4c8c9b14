import { describe, expect, it } from 'vitest';
import { publishAssets } from '../../../build/pages/assets.ts';

const styles = { name: 'site.css', bytes: Buffer.from('p {}') };
const script = (name: string, text: string) => ({ name, bytes: Buffer.from(text) });

describe('published assets', () => {
  it('have names that follow from their content, and need nothing but the style sheet', () => {
    const [first, same, other] = ['p {}', 'p {}', 'q {}'].map(
      (text) => publishAssets([{ name: 'site.css', bytes: Buffer.from(text) }]).addresses.styles,
    );
    expect(first).toMatch(/^\/assets\/site\.[\w-]+\.css$/);
    expect(same).toBe(first);
    expect(other).not.toBe(first);
    expect(publishAssets([styles]).addresses).toEqual({ styles: first, icon: undefined, scripts: {} });
  });

  it('import each other by those names, so that a change shows in all that import it', () => {
    const published = (text: string) =>
      publishAssets([
        styles,
        script('a.js', "import { b } from './b.js';\nimport './b.js';\nawait import('../../edition/b.js');"),
        script('b.js', text),
      ]);
    const { files, addresses } = published('export const b = 1;');
    const { 'a.js': a = '', 'b.js': b = '' } = addresses.scripts ?? {};
    const text = Buffer.from(files.get(a.slice(1)) ?? []).toString();
    expect(text).toBe(`import { b } from '${b}';\nimport '${b}';\nawait import('${b}');`);
    expect(published('export const b = 2;').addresses.scripts?.['a.js']).not.toBe(a);
  });

  it('are refused when one is missing, or scripts import each other in a circle', () => {
    expect(() => publishAssets([])).toThrow('the assets lack site.css');
    expect(() => publishAssets([styles, script('a.js', "import './b.js';")])).toThrow(
      'the assets lack b.js, imported by a.js',
    );
    expect(() =>
      publishAssets([styles, script('a.js', "import './b.js';"), script('b.js', "import './a.js';")]),
    ).toThrow('a.js → b.js → a.js');
  });
});
