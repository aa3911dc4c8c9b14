// All articles in one text, as Markdown in both languages, one after the other. Pieces are cut out of the edition while they
// are sent: the whole is never in memory twice.
import { pagePath, twinPath } from '../../../build/edition/locations.ts';
import { fillByteSlots } from '../../../build/edition/slots.ts';
import type { Library } from '../../library.ts';
import type { Piece } from '../../operations/operation.ts';

export function* everyArticle(library: Library, origin: string): Generator<Piece> {
  yield `# Stele\n\n> ${library.size} articles, newest first · ${library.size} 篇文章，最近更新的在前\n\n`;
  for (const [position, { slug }] of library.articles.entries()) {
    yield `---\n\nSource: ${origin}${twinPath(pagePath(slug))}\n\n`;
    yield* fillByteSlots(library.body(position, 'markdown.both'), { origin });
  }
}
