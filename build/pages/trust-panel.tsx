// Why an article can be trusted as far as its badges say: status, points, records, the digest of the text, and how to check.
import { inBothLanguages } from '../bodies/choice.ts';
import type { PublishedArticle } from '../bodies/published-article.ts';
import { guidePath, representationPath } from '../edition/locations.ts';
import type { Language } from '../edition/vocabulary.ts';
import { articleWords as said } from './article-words.ts';
import { Confidence } from './confidence.tsx';
import { resultWords, riskWords, statusWords, words } from './words.ts';

interface Props {
  article: PublishedArticle;
  language: Language;
  /** Whether there is a guide that explains it all. */
  hasGuide: boolean;
}

export function TrustPanel({ article, language, hasGuide }: Props) {
  const { source, trust, digest } = article;
  const { riskLevel } = source.fields;
  return (
    // Markdown has its own sections for this: HTTP specification, section 2.5, parts 5 and 6.
    <details class="trust" data-markdown-ignore>
      <summary>{said.trust[language]}</summary>
      <dl>
        <dt>{said.status[language]}</dt>
        <dd>{statusWords[trust.status][language]}</dd>
        <dt>{words.confidence[language]}</dt>
        <dd>
          <Confidence trust={trust} language={language} />
        </dd>
        <dt>{words.records[language]}</dt>
        <dd>
          <Records article={article} language={language} />
        </dd>
        <dt>{words.risk[language]}</dt>
        <dd>
          {riskWords[riskLevel][language]}: {said.riskMeaning[language]}
        </dd>
        <Allowed article={article} language={language} />
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

/** The guide about trust, if the content has one. */
export const trustGuide = 'trust';

function Allowed({ article, language }: Omit<Props, 'hasGuide'>) {
  const { allow } = article.source.fields;
  if (allow.length === 0) return null;
  return (
    <>
      <dt>{said.allowed[language]}</dt>
      {allow.map(({ rule, reason }) => (
        <dd key={rule}>
          <code>{rule}</code>: {said.allowedMeaning[language]} — {inBothLanguages(reason)[language]}
        </dd>
      ))}
    </>
  );
}

function Records({ article, language }: Omit<Props, 'hasGuide'>) {
  const { verification } = article.source.fields;
  if (verification.length === 0) return <p>{said.noRecords[language]}</p>;
  return (
    <ul>
      {verification.map(({ verifier, result, at, notes }, index) => (
        <li key={`${verifier} ${at}`}>
          {verifier}: {resultWords[result][language]}, <time dateTime={at}>{at.slice(0, 10)}</time> (
          {article.trust.stale[index] === true ? words.stale[language] : said.current[language]})
          {notes !== undefined && ` — ${inBothLanguages(notes)[language]}`}
        </li>
      ))}
    </ul>
  );
}
