// The panel that explains the trust of an article: its status, its points, its records, the digest of its text, and how to check
// them.
import { onOneLine, type PublishedArticle } from '../bodies/published-article.ts';
import type { VerifierEvidence } from '../edition/article-schema.ts';
import { guidePath, representationPath } from '../edition/locations.ts';
import { resultWords, riskNames, statusNames } from '../edition/result-words.ts';
import { leadAnchor } from '../edition/section-format.ts';
import type { Language } from '../edition/vocabulary.ts';
import { sharesOf } from '../trust/trust.ts';
import { evidenceNames, recordResultWords, articleWords as said, words } from './words.ts';

interface Props {
  article: PublishedArticle;
  language: Language;
}

/** Renders the panel. `hasGuide` says whether the site has the guide on trust. */
export function TrustPanel({ article, language, hasGuide }: Props & { hasGuide: boolean }) {
  const { source, trust, digest } = article;
  const { riskLevel, allow } = source.fields;
  return (
    // The Markdown version has its own sections for these values (HTTP specification, section 2.5, parts 5 and 6).
    <details class="trust" data-markdown-ignore>
      <summary>{said.trust[language]}</summary>
      <dl>
        <dt>{said.status[language]}</dt>
        <dd>{statusNames[trust.status][language]}</dd>
        <dt>{resultWords.confidence[language]}</dt>
        <dd>
          <Confidence article={article} language={language} />
        </dd>
        <dt>{words.evidence[language]}</dt>
        <dd>
          <Evidence article={article} language={language} />
        </dd>
        <dt>{words.records[language]}</dt>
        <dd>
          <Records article={article} language={language} />
        </dd>
        <dt>{resultWords.risk[language]}</dt>
        <dd>
          {riskNames[riskLevel][language]}: {said.riskMeaning[language]}
        </dd>
        {allow.length > 0 && <dt>{said.allowed[language]}</dt>}
        {allow.map(({ rule, reason }) => (
          <dd key={rule}>
            <code>{rule}</code>: {said.allowedMeaning[language]} — {onOneLine(reason, language)}
          </dd>
        ))}
        <dt>{words.digest[language]}</dt>
        <dd>
          <code>{digest}</code>
          <p class="note">{said.digestMeaning[language]}</p>
        </dd>
        <dt>{said.check[language]}</dt>
        <dd>
          <ul>
            {hasGuide && (
              <li>
                <a href={guidePath(trustGuide, language)}>{said.checkGuide[language]}</a>
              </li>
            )}
            <li>
              <a href={representationPath(source.slug, 'json', language)}>{said.checkData[language]}</a>
            </li>
          </ul>
        </dd>
      </dl>
    </details>
  );
}

/** The slug of the guide on trust. A site may have no such guide. */
export const trustGuide = 'trust';

/** The computation of the score: its factors, and the evidence of each verifier. */
function Confidence({ article: { trust }, language }: Props) {
  const terms = trust.factors.map(({ points }, index) =>
    index === 0 ? String(points) : `${points < 0 ? '−' : '+'} ${Math.abs(points)}`,
  );
  return (
    <>
      <p>
        {terms.join(' ')} = {trust.score}%
      </p>
      <ul>
        {trust.factors.map(({ factor, points, explanation, verifiers = [] }) => (
          <li key={factor}>
            {points >= 0 ? `+${points}` : points}: {explanation[language]}
            {verifiers.length > 0 && (
              <ul>
                {verifiers.map((verifier) => (
                  <li key={verifier.verifier}>{evidenceLine(verifier, language)}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** For each kind of evidence, its share of the article and the sections with this kind. */
function Evidence({ article: { evidence, sections }, language }: Props) {
  return (
    <ul>
      {sharesOf(evidence).map(({ kind, percent }) => (
        <li key={kind}>
          {evidenceNames[kind][language]}: {percent}%
          {kind !== 'none' && (
            <ul>
              {sections[language]
                .filter((section) => section.evidence === kind)
                .map(({ anchor, title }) => (
                  <li key={anchor}>{anchor === leadAnchor ? title : <a href={`#${anchor}`}>{title}</a>}</li>
                ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

function evidenceLine({ verifier, result, examples, evidence }: VerifierEvidence, language: Language): string {
  const counts = (['ran', 'failed', 'skipped'] as const).map((name) => `${words[name][language]} ${examples?.[name]}`);
  const shown = examples === null ? words.noExamples[language] : `${words.examples[language]}: ${counts.join(', ')}`;
  return `${verifier}: ${recordResultWords[result][language]}, E = ${evidence} (${shown})`;
}

function Records({ article, language }: Props) {
  const { verification } = article.source.fields;
  if (verification.length === 0) return <p>{said.noRecords[language]}</p>;
  return (
    <ul>
      {verification.map(({ verifier, result, at, notes }, index) => (
        <li key={`${verifier} ${at}`}>
          {verifier}: {recordResultWords[result][language]}, <time dateTime={at}>{at.slice(0, 10)}</time> (
          {article.trust.stale[index] === true ? words.stale[language] : said.current[language]})
          {notes !== undefined && ` — ${onOneLine(notes, language)}`}
        </li>
      ))}
    </ul>
  );
}
