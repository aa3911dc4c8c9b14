// How the confidence score comes about: its factors, and what each verifier contributes.
import type { VerifierEvidence } from '../edition/article-schema.ts';
import type { Language } from '../edition/vocabulary.ts';
import type { Trust } from '../trust/trust.ts';
import { resultWords, words } from './words.ts';

export function Confidence({ trust, language }: { trust: Trust; language: Language }) {
  return (
    <>
      <p>
        {trust.factors.map(({ points }, index) => signed(points, index)).join(' ')} = {trust.score}%
      </p>
      <ul>
        {trust.factors.map(({ factor, points, explanation, verifiers = [] }) => (
          <li key={factor}>
            {points >= 0 ? `+${points}` : points}: {explanation[language]}
            {verifiers.length > 0 && (
              <ul>
                {verifiers.map((verifier) => (
                  <li key={verifier.verifier}>{lineOf(verifier, language)}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** As a term of a sum. */
const signed = (points: number, index: number): string =>
  index === 0 ? String(points) : `${points < 0 ? '−' : '+'} ${Math.abs(points)}`;

function lineOf({ verifier, result, examples, evidence }: VerifierEvidence, language: Language): string {
  const counts = (['ran', 'failed', 'skipped'] as const).map((name) => `${words[name][language]} ${examples?.[name]}`);
  const shown = examples === null ? words.noExamples[language] : `${words.examples[language]}: ${counts.join(', ')}`;
  return `${verifier}: ${resultWords[result][language]}, E = ${evidence} (${shown})`;
}
