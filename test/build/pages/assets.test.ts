import { describe, expect, it } from 'vitest';
import { publishAssets } from '../../../build/pages/assets.ts';

describe('published assets', () => {
  it('have names derived from their content, and need only the style sheet', () => {
    const published = (text: string) => publishAssets([{ name: 'site.css', bytes: Buffer.from(text) }]).addresses;
    const { styles, ...others } = published('p {}');
    expect(styles).toMatch(/^\/assets\/site\.[\w-]+\.css$/);
    expect(others).toEqual({ script: undefined, icon: undefined });
    expect(published('p {}').styles).toBe(styles);
    expect(published('q {}').styles).not.toBe(styles);
    expect(() => publishAssets([])).toThrow('the assets lack site.css');
  });
});
