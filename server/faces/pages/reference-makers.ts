// What the API reference is made with, in each form.
import type { Language } from '../../../build/edition/vocabulary.ts';
import { operationsHtml, referenceHtml } from './reference.tsx';
import type { ReferenceContent } from './reference-content.ts';
import { operationsMarkdown, referenceMarkdown } from './reference-markdown.ts';
import type { Slots, Wanted } from './references.ts';

type Maker = (content: ReferenceContent, language: Language, origin: string) => Slots;

export const makers: Record<Wanted['kind'], Record<'reference' | 'operations', Maker>> = {
  html: {
    reference: (...given) => ({ reference: referenceHtml(...given) }),
    operations: (content, language) => ({ operations: operationsHtml(content, language) }),
  },
  markdown: {
    reference: (...given) => ({ reference: referenceMarkdown(...given) }),
    operations: (...given) => ({ operations: operationsMarkdown(...given) }),
  },
};
