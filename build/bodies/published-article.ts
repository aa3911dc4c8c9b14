// Everything about an article that follows from its own file and that its representations show, computed once.
import type { SourceArticle } from '../source/article.ts';
import { digestOf } from '../trust/digest.ts';
import { type Trust, trustOf } from '../trust/trust.ts';

export interface PublishedArticle {
  source: SourceArticle;
  digest: string;
  trust: Trust;
}

export function publish(source: SourceArticle): PublishedArticle {
  const digest = digestOf(source.texts);
  return { source, digest, trust: trustOf(source.fields.verification, digest) };
}
