// The API reference of the edition that is served, made when it is first asked for: once for a library and a public address, and
// in each language once.
import { referencePath } from '../../../build/edition/locations.ts';
import type { SlotName } from '../../../build/edition/slots.ts';
import type { Language } from '../../../build/edition/vocabulary.ts';
import type { Library } from '../../library.ts';
import type { DocumentSettings } from '../http/openapi.ts';
import type { ReferenceContent } from './reference-content.ts';

export type Slots = Partial<Record<SlotName, string>>;

export interface Wanted {
  library: Library;
  origin: string;
  language: Language;
  kind: 'html' | 'markdown';
}

/** See `loaded-later.ts`. */
export const loadReference = () => Promise.all([import('./reference-makers.ts'), import('./reference-content.ts')]);

export class References {
  readonly #settings: Pick<DocumentSettings, 'operations' | 'version'>;
  #made: { library: Library; origin: string; content: ReferenceContent; slots: Map<string, Slots> } | undefined;

  constructor(settings: Pick<DocumentSettings, 'operations' | 'version'>) {
    this.#settings = settings;
  }

  /** What fills the slots of the page at a path, without its language; nothing for most. */
  async slotsFor(path: string, { library, origin, language, kind }: Wanted): Promise<Slots> {
    if (path !== '/docs' && path !== referencePath) return {};
    const [{ makers }, { referenceContent }] = await loadReference();
    if (this.#made === undefined || this.#made.library !== library || this.#made.origin !== origin) {
      const content = referenceContent({ ...this.#settings, library, origin });
      this.#made = { library, origin, content, slots: new Map() };
    }
    const { content, slots } = this.#made;
    const key = `${path} ${language} ${kind}`;
    const known =
      slots.get(key) ?? makers[kind][path === referencePath ? 'reference' : 'operations'](content, language, origin);
    slots.set(key, known);
    return known;
  }
}
