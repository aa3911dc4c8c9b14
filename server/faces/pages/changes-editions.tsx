// The kept editions as a table, each with the way to what changed since, and a form for those who know a day.
import { changesPath } from '../../../build/edition/locations.ts';
import type { Language } from '../../../build/edition/vocabulary.ts';
import type { EarlierEdition, IncomparableEdition } from '../../history/history.ts';
import { newestFirst, shortName } from '../../history/kept-editions.ts';
import type { Library } from '../../library.ts';
import { changesWords as words } from './changes-words.ts';

interface EditionsProps {
  library: Library;
  language: Language;
  /** The edition that is compared. */
  from: string | undefined;
}

export function Editions({ library: { buildId, history }, language, from }: EditionsProps) {
  const { served, earlier, incomparable } = history;
  const kept = [
    ...(served === undefined ? [] : [{ buildId, publishedAt: served.publishedAt }]),
    ...earlier,
    ...incomparable,
  ].sort(newestFirst);
  if (kept.length <= 1) return <p>{words.none[language]}</p>;
  return (
    <section>
      <h2>{words.editions[language]}</h2>
      <p>{words.editionsNote[language]}</p>
      <div class="table">
        <table class="editions">
          <thead>
            <tr>
              {[words.published, words.edition].map((head) => (
                <th key={head.en} scope="col">
                  {head[language]}
                </th>
              ))}
              {[words.removed, words.changed, words.added].map((head) => (
                <th key={head.en} scope="col" class="number">
                  {head[language]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kept.map((edition) => (
              <tr key={edition.buildId}>
                <th scope="row">
                  <Time time={edition.publishedAt} />
                </th>
                {!('removed' in edition || 'reason' in edition) ? (
                  <>
                    <td>
                      <code>{shortName(buildId)}</code> {words.served[language]}
                    </td>
                    <td colSpan={3} />
                  </>
                ) : (
                  <EditionCells edition={edition} language={language} isShown={edition.buildId === from} />
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <form class="since" method="get" action={`/${language}${changesPath}`}>
        <label>
          {words.since[language]} <input type="date" name="since" required />
        </label>{' '}
        <button type="submit">{words.show[language]}</button>
      </form>
    </section>
  );
}

type Kept = EarlierEdition | IncomparableEdition;

function EditionCells({ edition, language, isShown }: { edition: Kept; language: Language; isShown: boolean }) {
  const name = <code>{shortName(edition.buildId)}</code>;
  if ('reason' in edition)
    return (
      <>
        <td>{name}</td>
        <td colSpan={3}>{words.unreadable[language]}</td>
      </>
    );
  return (
    <>
      <td>
        <a href={addressOf(language, shortName(edition.buildId))} aria-current={isShown ? 'true' : undefined}>
          {name}
        </a>
      </td>
      {[edition.removed.length, edition.changed.size, edition.added.length].map((count, index) => (
        <td key={index} class={count === 0 ? 'number none' : 'number'}>
          {count}
        </td>
      ))}
    </>
  );
}

/** Where the changes since an edition are shown; without one, those since the previous. */
export function addressOf(language: Language, since: string | undefined, page = 1): string {
  const query = new URLSearchParams({ ...(since !== undefined && { since }), ...(page > 1 && { page: String(page) }) });
  return `/${language}${changesPath}${query.size === 0 ? '' : `?${query}`}`;
}

/** In UTC, as everything that names a time here. */
function Time({ time }: { time: Date }) {
  const text = time.toISOString();
  return (
    <time dateTime={text}>
      <span>{text.slice(0, 10)}</span> <span>{text.slice(11, 16)} UTC</span>
    </time>
  );
}
