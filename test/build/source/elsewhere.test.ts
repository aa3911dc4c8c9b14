import { describe, expect, it } from 'vitest';
import { isElsewhere } from '../../../build/source/elsewhere.ts';

describe('an address of a picture', () => {
  it.each(['tea.png', '/tea.png', './a:b.png', '../cups/tea.png?size=2#lid', '', 'tea/https://a.example/'])(
    'is of this site: %j',
    (address) => expect(isElsewhere(address)).toBe(false),
  );

  it.each([
    ...['https://a.example/tea.png', 'HTTPS:a.example/tea.png', 'data:image/png;base64,', '//a.example/tea.png'],
    ...['\\\\a.example\\tea.png', '/\\a.example/tea.png', ' //a.example', '\u0001https://a.example'],
    ...['ht\ntps://a.example', '/\t/a.example'],
  ])('is of another site, as browsers read it: %j', (address) => {
    expect(isElsewhere(address)).toBe(true);
    expect(new URL(address, 'http://here.example/docs/').host).not.toBe('here.example');
  });
});
