import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placesIn } from '../../../build/source/places.ts';
import { placeAt } from '../sources.ts';

it('finds the place of every offset as counting lines does', () => {
  const texts = fc.array(fc.constantFrom('a', '\n', '企', '\n\n')).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      const at = placesIn(text);
      for (let offset = 0; offset <= text.length; offset += 1) expect(at(offset)).toEqual(placeAt(text, offset));
    }),
  );
});
