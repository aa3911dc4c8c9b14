// What a collection covers, counted: pure.
import { type Domain, domains, type VerificationStatus, verificationStatuses } from '../../build/edition/vocabulary.ts';
import type { SourceArticle } from '../../build/source/article.ts';
import { articleLinksIn, resolveArticleLink } from '../../build/source/article-link.ts';
import { digestOf } from '../../build/trust/digest.ts';
import { trustOf } from '../../build/trust/trust.ts';
import type { QueryCount } from '../../server/state/store.ts';

export interface DomainCoverage {
  domain: Domain | 'all';
  articles: number;
  statuses: Record<VerificationStatus, number>;
  /** The least and the middle confidence score; null without articles. */
  confidence: { least: number; median: number } | null;
  /** When the article was checked that was checked longest ago; null when none has a record of its present text. */
  oldestVerification: string | null;
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
  { unanswered }: { unanswered: readonly QueryCount[] | undefined },
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

interface JudgedArticle {
  slug: string;
  domain: Domain;
  status: VerificationStatus;
  score: number;
  /** When its present text was last checked. */
  verifiedAt: string | undefined;
}

function judgedArticle({ slug, domain, fields, texts }: SourceArticle): JudgedArticle {
  const digest = digestOf(texts);
  const { status, score } = trustOf(fields.verification, digest);
  const times = fields.verification.filter((record) => record.digest === digest).map(({ at }) => Date.parse(at));
  const verifiedAt = times.length === 0 ? undefined : new Date(Math.max(...times)).toISOString();
  return { slug, domain, status, score, verifiedAt };
}

/** The paths that an article links to, and the ids that it names as related, but for its own. */
function linkedFrom({ draft, fields }: SourceArticle): string[] {
  const paths = articleLinksIn(draft).map(({ url }) => resolveArticleLink(draft.path, url).path);
  return [...paths.filter((path) => path !== draft.path), ...fields.related];
}

function countedDomain(domain: DomainCoverage['domain'], articles: readonly JudgedArticle[]): DomainCoverage {
  const scores = articles.map(({ score }) => score).sort((left, right) => left - right);
  const [least] = scores;
  const times = articles.flatMap(({ verifiedAt }) => verifiedAt ?? []).sort();
  const count = (status: VerificationStatus): number => articles.filter((one) => one.status === status).length;
  const [verified, partial, unverified] = verificationStatuses.map(count);
  return {
    domain,
    articles: articles.length,
    statuses: { verified: verified ?? 0, partial: partial ?? 0, unverified: unverified ?? 0 },
    confidence: least === undefined ? null : { least, median: scores[Math.floor((scores.length - 1) / 2)] ?? least },
    oldestVerification: times[0] ?? null,
  };
}
