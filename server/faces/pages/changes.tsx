// The page of changes between a kept edition and the served one. It is not prebuilt, because only the server knows which editions are kept.
// It accepts every query: when the requested edition is not kept, the page says so and compares with the previous edition.

import { renderToString } from 'preact-render-to-string';
import type { articleParts, TrustReason } from '../../../build/edition/difference.ts';
import { apiPrefix, changesPath, pagePath } from '../../../build/edition/locations.ts';
import { domainName, matchedNames, resultWords, statusNames } from '../../../build/edition/result-words.ts';
import type { Viewer } from '../../../build/edition/results-view.ts';
import type { Bilingual, Language } from '../../../build/edition/vocabulary.ts';
import {
  type EarlierEdition,
  type IncomparableEdition,
  type KeptEdition,
  newestFirst,
  shortName,
} from '../../history/history.ts';
import type { Library } from '../../library.ts';
import { type ChangesSince, changesFrom } from '../../operations/list-changes.ts';
import { page as pageNumber } from '../../operations/parameters.ts';
import { type Start, since as sinceParameter, startOf } from '../../operations/since.ts';
import { readQuery } from '../http/query-string.ts';

/** The number of changes on one page. */
const pageSize = 50;

/** The HTML for the slot of the changes page. */
export function changesHtml(library: Library, language: Language, url: string): string {
  const { since: given, page: wanted } = readQuery(url).values;
  const { start, isMissing } = startFor(library, given);
  const page = pageNumber.safeParse(wanted).data ?? 1;
  let data = start && changesFrom(library, start, { page, pageSize });
  const { totalPages = 0 } = data?.pagination ?? {};
  // A page number beyond the last page shows the last page.
  if (start && page > totalPages && totalPages > 0) data = changesFrom(library, start, { page: totalPages, pageSize });
  return renderToString(
    <>
      {isMissing && <p class="notice">{words.notKept[language]}</p>}
      <Editions library={library} language={language} from={data?.from.buildId} />
      {data !== undefined && (
        <Changes data={data} language={language} given={isMissing ? undefined : given} domains={library.site.domains} />
      )}
    </>,
  );
}

/** The edition to compare with: the requested one if it is kept, otherwise the previous one. Undefined when no other edition is kept. */
function startFor(library: Library, given: string | undefined): { start: Start | undefined; isMissing: boolean } {
  const since = sinceParameter.safeParse(given).data;
  const start = since && startOf(library, since);
  if (start?.kind === 'start') return { start, isMissing: false };
  const { served, earlier } = library.history;
  // After a rollback, editions newer than the served one are kept too. `from` is the newest edition that is older than the served one.
  const from = earlier.find(({ publishedAt }) => served === undefined || publishedAt <= served.publishedAt);
  const previous = from ?? earlier[0];
  return { start: previous && { kind: 'start', from: previous }, isMissing: given !== undefined };
}

interface ChangesProps extends Viewer {
  data: ChangesSince;
  given: string | undefined;
}

function Changes({ data, language, given, domains }: ChangesProps) {
  const { from, complete, counts, items, pagination } = data;
  const { page, totalPages } = pagination;
  const time = from.publishedAt === null ? '' : timeText(from.publishedAt).join(' ');
  const name = shortName(from.buildId);
  return (
    <section>
      <h2>{language === 'zh' ? `自版本 ${name}（${time}）以来` : `Since edition ${name} (${time})`}</h2>
      {!complete && <p class="notice">{words.incomplete[language]}</p>}
      {items.length === 0 && <p>{words.same[language]}</p>}
      {(['removed', 'changed', 'added'] as const).map((change) => {
        const own = items.filter((item) => item.change === change);
        return own.length === 0 ? null : (
          <section key={change}>
            <h3>
              {words[change][language]} <span class="count">{counts[change]}</span>
            </h3>
            <ul class="changes">
              {own.map((item) => (
                <Change key={item.id} item={item} language={language} domains={domains} />
              ))}
            </ul>
          </section>
        );
      })}
      {totalPages > 1 && (
        <nav aria-label={words.pages[language]}>
          {page > 1 && (
            <a rel="prev" href={addressOf(language, given, page - 1)}>
              {resultWords.previous[language]}
            </a>
          )}{' '}
          {page} / {totalPages}{' '}
          {page < totalPages && (
            <a rel="next" href={addressOf(language, given, page + 1)}>
              {resultWords.next[language]}
            </a>
          )}
        </nav>
      )}
      <p class="quiet">
        {words.forPrograms[language]}{' '}
        <a href={`${apiPrefix}/changes?since=${from.buildId}`}>{`${apiPrefix}/changes?since=${name}…`}</a>
      </p>
    </section>
  );
}

type Item = ChangesSince['items'][number];

function Change({ item, language, domains }: { item: Item } & Viewer) {
  const { slug, title, domain, before, after, parts = [], trustReason } = item;
  const name = title[language] ?? slug;
  const isOther =
    before?.verificationStatus !== after?.verificationStatus || before?.confidenceScore !== after?.confidenceScore;
  const [colon, comma] = language === 'zh' ? ['：', '、'] : [': ', ', '];
  return (
    <li>
      <p class="change-title">
        {after === null ? name : <a href={pagePath(slug, language)}>{name}</a>}{' '}
        <span class="count">{domainName(domain, domains, language)}</span>
      </p>
      <p class="badges">
        {before && <State state={before} language={language} />}
        {before && after && isOther && <span aria-hidden="true"> → </span>}
        {after && isOther && <State state={after} language={language} />}
        {trustReason && <span>{reasonWords[trustReason][language]}</span>}
      </p>
      {parts.length > 0 && (
        <p class="quiet">
          {words.parts[language]}
          {colon}
          {parts.map((part) => partText(part, language)).join(comma)}
        </p>
      )}
    </li>
  );
}

function State({ state, language }: { state: NonNullable<Item['before']>; language: Language }) {
  const { verificationStatus, confidenceScore } = state;
  return (
    <span class={`badge ${verificationStatus}`}>
      {statusNames[verificationStatus][language]} {confidenceScore}%
    </span>
  );
}

function partText({ part, languages }: NonNullable<Item['parts']>[number], language: Language): string {
  const name = partWords[part][language];
  const [only, ...others] = languages ?? [];
  if (only === undefined || others.length > 0) return name;
  return language === 'zh' ? `${name}（${matchedNames[only].zh}）` : `${name} (${matchedNames[only].en})`;
}

interface EditionsProps {
  library: Library;
  language: Language;
  /** The edition that the served one is compared with. */
  from: string | undefined;
}

function Editions({ library: { buildId, history }, language, from }: EditionsProps) {
  const { served, earlier, incomparable } = history;
  const own: KeptEdition[] = served === undefined ? [] : [{ buildId, publishedAt: served.publishedAt }];
  const kept: (KeptEdition | EarlierEdition | IncomparableEdition)[] = [...own, ...earlier, ...incomparable];
  if (kept.length <= 1) return <p>{words.none[language]}</p>;
  return (
    <section>
      <h2>{words.editions[language]}</h2>
      <p>{words.editionsNote[language]}</p>
      <div class="table">
        <table class="editions">
          <thead>
            <tr>
              {(['published', 'edition', 'removed', 'changed', 'added'] as const).map((head, index) => (
                <th key={head} scope="col" class={index < 2 ? undefined : 'number'}>
                  {words[head][language]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kept.sort(newestFirst).map((edition) => {
              const [day, time] = timeText(edition.publishedAt.toISOString());
              return (
                <tr key={edition.buildId}>
                  <th scope="row">
                    <time dateTime={edition.publishedAt.toISOString()}>
                      <span>{day}</span> <span>{time}</span>
                    </time>
                  </th>
                  <EditionCells edition={edition} language={language} isShown={edition.buildId === from} />
                </tr>
              );
            })}
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

interface EditionCellsProps {
  edition: KeptEdition | EarlierEdition | IncomparableEdition;
  language: Language;
  isShown: boolean;
}

function EditionCells({ edition, language, isShown }: EditionCellsProps) {
  const name = <code>{shortName(edition.buildId)}</code>;
  if (!('changed' in edition))
    return 'reason' in edition ? (
      <>
        <td>{name}</td>
        <td colSpan={3}>{words.unreadable[language]}</td>
      </>
    ) : (
      <>
        <td>
          {name} {words.served[language]}
        </td>
        <td colSpan={3} />
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

/** The address of the page of changes since an edition. Without an edition, the page compares with the previous one. */
function addressOf(language: Language, since: string | undefined, page = 1): string {
  const query = new URLSearchParams({ ...(since !== undefined && { since }), ...(page > 1 && { page: String(page) }) });
  return `/${language}${changesPath}${query.size === 0 ? '' : `?${query}`}`;
}

/** The day and the time of an ISO time, in UTC. */
const timeText = (iso: string): [string, string] => [iso.slice(0, 10), `${iso.slice(11, 16)} UTC`];

const words = {
  editions: { zh: '保存的版本', en: 'Kept editions' },
  editionsNote: {
    zh: '每一行是一个版本；数字是从那时到现在变动的文章篇数。',
    en: 'One line per edition. The numbers count the articles that have changed between that edition and now.',
  },
  published: { zh: '发布时间', en: 'Published' },
  edition: { zh: '版本', en: 'Edition' },
  served: { zh: '当前版本', en: 'served now' },
  removed: { zh: '删除', en: 'Removed' },
  changed: { zh: '修改', en: 'Changed' },
  added: { zh: '新增', en: 'Added' },
  unreadable: { zh: '无法读取，不能比较', en: 'cannot be read, so not compared' },
  none: {
    zh: '这里只保存了当前版本，没有更早的版本可以比较。',
    en: 'Only the present edition is kept here: there is no earlier one to compare with.',
  },
  since: { zh: '从哪一天起', en: 'Since the day' },
  show: { zh: '查看变化', en: 'Show what changed' },
  same: { zh: '没有变化。', en: 'Nothing changed.' },
  notKept: {
    zh: '您指定的版本没有保存，或者地址里的 since 格式不正确。下面是与上一个版本的比较。',
    en: 'The edition that you asked for is not kept, or the value of “since” in the address is not valid. Below is the comparison with the previous edition.',
  },
  incomplete: {
    zh: '那时的版本已经不再保存，所以用保存着的、时间最接近的版本来比较；可能还有别的变化。',
    en: 'The edition of the requested time is no longer kept, so the comparison starts from the nearest kept edition; changes may be missing.',
  },
  parts: { zh: '改了', en: 'What changed' },
  forPrograms: { zh: '供程序使用', en: 'For programs' },
  pages: { zh: '变化的各页', en: 'Pages of changes' },
} as const satisfies Record<string, Bilingual>;

const partWords: { readonly [Part in (typeof articleParts)[number]]: Bilingual } = {
  title: { zh: '标题', en: 'title' },
  summary: { zh: '摘要', en: 'summary' },
  content: { zh: '正文', en: 'body' },
  qa: { zh: '问答', en: 'questions and answers' },
  slug: { zh: '名称（slug）', en: 'name (slug)' },
  domain: { zh: '领域', en: 'domain' },
  aliases: { zh: '曾用名', en: 'former names' },
  author: { zh: '作者', en: 'author' },
  tags: { zh: '标签', en: 'tags' },
  keywords: { zh: '关键词', en: 'keywords' },
  riskLevel: { zh: '风险等级', en: 'risk level' },
  createdAt: { zh: '创建时间', en: 'time of creation' },
  publishedAt: { zh: '发布时间', en: 'time of publication' },
  updatedAt: { zh: '更新时间', en: 'time of the last update' },
  relatedArticles: { zh: '相关文章', en: 'related articles' },
  verificationRecords: { zh: '验证记录', en: 'verification records' },
};

const reasonWords: { readonly [Reason in TrustReason]: Bilingual } = {
  text: { zh: '检查之后文本有改动', en: 'the text was edited after it was checked' },
  'text-restored': { zh: '文本恢复成了检查过的内容', en: 'the text is again the one that was checked' },
  records: { zh: '验证记录变了', en: 'the verification records have changed' },
  'text-and-records': { zh: '文本和验证记录都变了', en: 'the text and the verification records have changed' },
  computation: { zh: '计算方法变了', en: 'trust is computed in another way' },
};
