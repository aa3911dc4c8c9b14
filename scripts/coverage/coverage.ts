// What a collection covers, counted: pure.
import type { SourceArticle } from '../../build/source/article.ts';
import { articleLinksIn, resolveArticleLink } from '../../build/source/links.ts';
import { checksOf } from '../../build/trust/checks.ts';
import { digestOf } from '../../build/trust/digest.ts';
import { type Figures, figuresOf, type Judged } from '../../build/trust/figures.ts';
import { trustOf } from '../../build/trust/trust.ts';
import type { QueryCount } from '../../server/state/store.ts';

export interface DomainCoverage extends Figures {
  /** An id, or `all`. */
  domain: string;
}

export interface Coverage {
  domains: DomainCoverage[];
  /** The slugs of articles that no other article links to or names as related. */
  orphans: string[];
  /** The slugs of articles that are not verified. */
  unverified: string[];
  /** What is asked and found nowhere; null where no server has kept what was asked. */
  unanswered: Pick<QueryCount, 'text' | 'foundNothing' | 'lastAskedAt'>[] | null;
}

export function coverageOf(
  articles: readonly SourceArticle[],
  { domains, unanswered }: { domains: readonly string[]; unanswered: readonly QueryCount[] | undefined },
): Coverage {
  const judged = articles.map(judgedArticle);
  const linked = new Set(articles.flatMap(linkedFrom));
  return {
    domains: [
      ...domains.map((domain) =>
        countedDomain(
          domain,
          judged.filter((one) => one.domain === domain),
        ),
      ),
      countedDomain('all', judged),
    ],
    orphans: articles
      .filter(({ draft, fields }) => !linked.has(draft.path) && !linked.has(fields.id))
      .map(({ slug }) => slug)
      .sort(),
    unverified: judged
      .filter(({ status }) => status !== 'verified')
      .map(({ slug }) => slug)
      .sort(),
    unanswered: unanswered?.map(({ text, foundNothing, lastAskedAt }) => ({ text, foundNothing, lastAskedAt })) ?? null,
  };
}

interface JudgedArticle extends Judged {
  slug: string;
  domain: string;
}

function judgedArticle({ slug, domain, fields, texts }: SourceArticle): JudgedArticle {
  const digest = digestOf(texts);
  const { status, score } = trustOf(fields.verification, digest);
  return { slug, domain, status, score, checkedAt: checksOf(fields.verification, digest).checkedAt };
}

/** The paths that an article links to, and the ids that it names as related, but for its own. */
function linkedFrom({ draft, fields }: SourceArticle): string[] {
  const paths = articleLinksIn(draft).map(({ url }) => resolveArticleLink(draft.path, url).path);
  return [...paths.filter((path) => path !== draft.path), ...fields.related];
}

function countedDomain(domain: DomainCoverage['domain'], articles: readonly JudgedArticle[]): DomainCoverage {
  return { domain, ...figuresOf(articles) };
}
