// What changed between a kept edition and the served one, for readers. Only the server knows which editions are kept. A page refuses
// nothing: what was asked for and is not kept is said, and the previous edition compared.
import { renderToString } from 'preact-render-to-string';
import type { articleParts, TrustReason } from '../../../build/edition/difference.ts';
import { apiPrefix, changesPath, pagePath } from '../../../build/edition/locations.ts';
import { domainNames, type Language, type VerificationStatus } from '../../../build/edition/vocabulary.ts';
import type { EarlierEdition, IncomparableEdition } from '../../history/history.ts';
import { newestFirst, shortName } from '../../history/history.ts';
import type { Library } from '../../library.ts';
import { type ChangesSince, changesFrom } from '../../operations/list-changes.ts';
import { page as pageNumber } from '../../operations/parameters.ts';
import { type Since, type Start, since as sinceParameter, startOf } from '../../operations/since.ts';
import { readQuery } from '../http/query-string.ts';

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

type Words = { readonly [Name in Language]: string };

export const words = {
  editions: { zh: '保存的版本', en: 'Kept editions' },
  editionsNote: {
    zh: '每一行是一个版本；数字说明从那时到现在变了多少篇文章。',
    en: 'One line per edition; the numbers say how many articles became different from then until now.',
  },
  published: { zh: '发布时间', en: 'Published' },
  edition: { zh: '版本', en: 'Edition' },
  served: { zh: '现在的版本', en: 'served now' },
  removed: { zh: '删除', en: 'Removed' },
  changed: { zh: '修改', en: 'Changed' },
  added: { zh: '新增', en: 'Added' },
  unreadable: { zh: '读不出来，无法比较', en: 'cannot be read, so not compared' },
  none: {
    zh: '这里只有现在的版本，没有更早的版本可以比较。',
    en: 'Only the present edition is kept here: there is no earlier one to compare with.',
  },
  since: { zh: '从哪一天起', en: 'Since the day' },
  show: { zh: '查看变化', en: 'Show what changed' },
  same: { zh: '没有变化。', en: 'Nothing changed.' },
  notKept: {
    zh: '没有保存您要的版本，或者地址里的 since 写得不对。下面是与上一个版本的比较。',
    en: 'The edition that you asked for is not kept, or since in the address is not right. Below is the comparison with the previous edition.',
  },
  incomplete: {
    zh: '那时的版本已经不再保存，所以从保存着的、离那时最近的版本算起；可能还有别的变化。',
    en: 'The edition of that time is no longer kept, so the nearest one that is kept is compared; there may be more changes.',
  },
  trust: { zh: '可信度', en: 'Trust' },
  parts: { zh: '改了', en: 'What changed' },
  forPrograms: { zh: '供程序使用', en: 'For programs' },
  pages: { zh: '变化的各页', en: 'Pages of changes' },
  previous: { zh: '上一页', en: 'Previous' },
  next: { zh: '下一页', en: 'Next' },
} as const satisfies Record<string, Words>;

export const partWords: { readonly [Part in (typeof articleParts)[number]]: Words } = {
  title: { zh: '标题', en: 'title' },
  summary: { zh: '摘要', en: 'summary' },
  content: { zh: '正文', en: 'body' },
  qa: { zh: '问答', en: 'questions and answers' },
  slug: { zh: '名称（slug）', en: 'name (slug)' },
  domain: { zh: '领域', en: 'domain' },
  aliases: { zh: '从前的名称', en: 'former names' },
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

export const reasonWords: { readonly [Reason in TrustReason]: Words } = {
  text: { zh: '检查之后文本有改动', en: 'the text was edited after it was checked' },
  'text-restored': { zh: '文本恢复成了检查过的样子', en: 'the text is again the one that was checked' },
  records: { zh: '验证记录变了', en: 'the verification records are others' },
  'text-and-records': { zh: '文本和验证记录都变了', en: 'the text and the verification records are others' },
  computation: { zh: '计算方法变了', en: 'the way in which trust is computed is another' },
};

export const statusNames: { readonly [Status in VerificationStatus]: Words } = {
  verified: { zh: '已验证', en: 'verified' },
  partial: { zh: '部分验证', en: 'partially verified' },
  unverified: { zh: '未验证', en: 'unverified' },
};

export const languageNames: { readonly [Of in Language]: Words } = {
  zh: { zh: '中文', en: 'Chinese' },
  en: { zh: '英文', en: 'English' },
};
