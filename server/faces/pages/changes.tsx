// What changed between a kept edition and the served one, for readers. Only the server knows which editions are kept. A page refuses
// nothing: what was asked for and is not kept is said, and the previous edition compared.
import { renderToString } from 'preact-render-to-string';
import { apiPrefix, pagePath } from '../../../build/edition/locations.ts';
import { domainNames, type Language } from '../../../build/edition/vocabulary.ts';
import type { EarlierEdition } from '../../history/history.ts';
import { shortName } from '../../history/kept-editions.ts';
import type { Library } from '../../library.ts';
import { type ChangesSince, changesFrom } from '../../operations/changes-since.ts';
import { page as pageNumber } from '../../operations/parameters.ts';
import { type Since, type Start, since as sinceParameter, startOf } from '../../operations/since.ts';
import { readQuery } from '../http/query-string.ts';
import { addressOf, Editions } from './changes-editions.tsx';
import { languageNames, partWords, reasonWords, statusNames, changesWords as words } from './changes-words.ts';

/** Changes shown on one page. */
const changesShown = 50;

/** Fills the slot of the changes page. */
export function changesHtml(library: Library, language: Language, url: string): string {
  const { since: given, page: wanted } = readQuery(url).values;
  const { start, isMissing } = startFor(library, given);
  const pages = { page: pageNumber.safeParse(wanted).data ?? 1, pageSize: changesShown };
  const found = start && changesFrom(library, start, pages);
  const { totalPages = 0 } = found?.pagination ?? {};
  // A page beyond the last one shows the last one.
  const data =
    start !== undefined && totalPages > 0 && pages.page > totalPages
      ? changesFrom(library, start, { ...pages, page: totalPages })
      : found;
  return renderToString(
    <>
      {isMissing && <p class="notice">{words.notKept[language]}</p>}
      <Editions library={library} language={language} from={data?.from.buildId} />
      {data !== undefined && <Changes data={data} language={language} given={isMissing ? undefined : given} />}
    </>,
  );
}

/** What is compared: what was asked for, else the previous edition; undefined when there is none. */
function startFor(library: Library, given: string | undefined): { start: Start | undefined; isMissing: boolean } {
  const previous = previousOf(library);
  const usual: Start | undefined = previous && { kind: 'start', from: previous };
  if (given === undefined) return { start: usual, isMissing: false };
  const since: Since | undefined = sinceParameter.safeParse(given).data;
  const start = since && startOf(library, since);
  return start?.kind === 'start' ? { start, isMissing: false } : { start: usual, isMissing: true };
}

/** The edition that was published last before the served one; of an older one that is served again, the newest. */
function previousOf({ history: { served, earlier } }: Library): EarlierEdition | undefined {
  return earlier.find(({ publishedAt }) => served === undefined || publishedAt <= served.publishedAt) ?? earlier[0];
}

function Changes({ data, language, given }: { data: ChangesSince; language: Language; given: string | undefined }) {
  const { from, to, complete, counts, items, pagination } = data;
  const { page, totalPages } = pagination;
  const program = `${apiPrefix}/changes?since=${from.buildId}`;
  return (
    <section>
      <h2>{titleOf(data, language)}</h2>
      {!complete && <p class="notice">{words.incomplete[language]}</p>}
      {from.buildId === to.buildId || items.length === 0 ? (
        <p>{words.same[language]}</p>
      ) : (
        (['removed', 'changed', 'added'] as const).map((change) => {
          const own = items.filter((item) => item.change === change);
          return own.length === 0 ? null : (
            <section key={change}>
              <h3>
                {words[change][language]} <span class="count">{counts[change]}</span>
              </h3>
              <ul class="changes">
                {own.map((item) => (
                  <Change key={item.id} item={item} language={language} />
                ))}
              </ul>
            </section>
          );
        })
      )}
      {totalPages > 1 && (
        <nav aria-label={words.pages[language]}>
          {page > 1 && (
            <a rel="prev" href={addressOf(language, given, page - 1)}>
              {words.previous[language]}
            </a>
          )}{' '}
          {page} / {totalPages}{' '}
          {page < totalPages && (
            <a rel="next" href={addressOf(language, given, page + 1)}>
              {words.next[language]}
            </a>
          )}
        </nav>
      )}
      <p class="quiet">
        {words.forPrograms[language]} <a href={program}>{`${apiPrefix}/changes?since=${shortName(from.buildId)}…`}</a>
      </p>
    </section>
  );
}

function titleOf({ from }: ChangesSince, language: Language): string {
  const time =
    from.publishedAt === null ? '' : `${from.publishedAt.slice(0, 10)} ${from.publishedAt.slice(11, 16)} UTC`;
  const name = shortName(from.buildId);
  return language === 'zh' ? `自版本 ${name}（${time}）以来` : `Since edition ${name} (${time})`;
}

function Change({ item, language }: { item: ChangesSince['items'][number]; language: Language }) {
  const { slug, title, domain, before, after, parts = [], trustReason } = item;
  const name = title[language] ?? slug;
  return (
    <li>
      <p class="change-title">
        {after === null ? name : <a href={pagePath(slug, language)}>{name}</a>}{' '}
        <span class="count">{domainNames[domain][language]}</span>
      </p>
      <p class="badges">
        {before !== null && <State state={before} language={language} />}
        {before !== null && after !== null && isOther(before, after) && (
          <>
            <span aria-hidden="true">→</span> <State state={after} language={language} />
          </>
        )}
        {before === null && after !== null && <State state={after} language={language} />}
        {trustReason !== null && trustReason !== undefined && <span>{reasonWords[trustReason][language]}</span>}
      </p>
      {parts.length > 0 && (
        <p class="quiet">
          {words.parts[language]}
          {language === 'zh' ? '：' : ': '}
          {parts.map((part) => partText(part, language)).join(language === 'zh' ? '、' : ', ')}
        </p>
      )}
    </li>
  );
}

type State = NonNullable<ChangesSince['items'][number]['before']>;

const isOther = (before: State, after: State): boolean =>
  before.verificationStatus !== after.verificationStatus || before.confidenceScore !== after.confidenceScore;

function State({ state: { verificationStatus, confidenceScore }, language }: { state: State; language: Language }) {
  return (
    <span class={`badge ${verificationStatus}`}>
      {statusNames[verificationStatus][language]} {confidenceScore}%
    </span>
  );
}

type Part = NonNullable<ChangesSince['items'][number]['parts']>[number];

function partText({ part, languages }: Part, language: Language): string {
  const name = partWords[part][language];
  if (languages === undefined || languages.length !== 1) return name;
  const only = languages.map((of) => languageNames[of][language]).join('');
  return language === 'zh' ? `${name}（${only}）` : `${name} (${only})`;
}
