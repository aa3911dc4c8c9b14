// Everything about an article that its representations show, computed once: the texts, the trust, the related articles.

import type { InBoth, SourceArticle } from '../source/article.ts';
import { digestOf } from '../trust/digest.ts';
import { type Trust, trustOf } from '../trust/trust.ts';

export interface PublishedArticle {
  source: SourceArticle;
  digest: string;
  trust: Trust;
  related: { id: string; slug: string; title: InBoth<string> }[];
}

/** Publishes the articles of a site; each knows its related ones by their ids. */
export function publish(articles: readonly SourceArticle[]): PublishedArticle[] {
  const byId = new Map(articles.map((article) => [article.fields.id, article]));
  return articles.map((source) => {
    const digest = digestOf(source.texts);
    return {
      source,
      digest,
      trust: trustOf(source.fields.verification, digest),
      related: source.fields.related.flatMap((id) => {
        const target = byId.get(id);
        return target === undefined ? [] : [{ id, slug: target.slug, title: target.texts.title }];
      }),
    };
  });
}
