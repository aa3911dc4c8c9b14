// Where the reader is: the section is marked in the contents list, named in citations, and kept when the language changes.

/** A section is being read while its heading is above this share of the window. */
const readingLine = 0.25;

export function followPlace(article: HTMLElement): void {
  const headings = [...article.querySelectorAll<HTMLElement>('.content :is(h2, h3, h4, h5, h6)[id], summary h3[id]')];
  const marked = new Map(
    [...article.querySelectorAll<HTMLAnchorElement>('.contents a')].map((link) => [idIn(link.hash), link]),
  );
  let shown: HTMLElement | undefined;
  const update = (): void => {
    const heading = headingAt(headings);
    if (heading === shown) return;
    shown = heading;
    mark(marked, headings, heading);
    for (const link of placedLinks()) keepPlace(link, heading);
    cite(article, heading);
  };
  const observer = new IntersectionObserver(update, { rootMargin: `0px 0px -${100 - 100 * readingLine}% 0px` });
  for (const heading of headings) observer.observe(heading);
  // The last sections may be too short to come up to the line.
  addEventListener('scrollend', update);
  addEventListener('hashchange', update);
  update();
}

function headingAt(headings: readonly HTMLElement[]): HTMLElement | undefined {
  const { clientHeight, scrollHeight } = document.documentElement;
  const topOf = (heading: HTMLElement): number => heading.getBoundingClientRect().top;
  const isAtEnd = scrollY > 0 && scrollY + clientHeight >= scrollHeight - 2;
  const wanted = headings.find(({ id }) => id === idIn(location.hash));
  if (wanted !== undefined && isAtEnd && topOf(wanted) >= 0 && topOf(wanted) < clientHeight) return wanted;
  return headings.findLast((heading) => topOf(heading) <= readingLine * clientHeight);
}

/** Marks the section, or the one that it is in when the list does not name it. */
function mark(
  links: ReadonlyMap<string, HTMLAnchorElement>,
  headings: readonly HTMLElement[],
  heading: HTMLElement | undefined,
): void {
  for (const link of links.values()) link.removeAttribute('aria-current');
  const before = heading === undefined ? [] : headings.slice(0, headings.indexOf(heading) + 1);
  const listed = before.findLast(({ id }) => links.has(id));
  const link = listed && links.get(listed.id);
  if (link === undefined) return;
  link.setAttribute('aria-current', 'location');
  const list = link.closest<HTMLElement>('.contents');
  if (list === null || list.scrollHeight <= list.clientHeight) return;
  const [outer, inner] = [list.getBoundingClientRect(), link.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) list.scrollTop += inner.top - outer.top - outer.height / 2;
}

const placedLinks = (): NodeListOf<HTMLAnchorElement> =>
  document.querySelectorAll<HTMLAnchorElement>('body > header nav a[hreflang], a[data-place]');

/**
 * Lets a link to the same article in another form lead to the same section. Where both languages are side by side, ids begin with
 * the language: `zh.` or `en.`.
 */
function keepPlace(link: HTMLAnchorElement, heading: HTMLElement | undefined): void {
  const [, language, anchor] = /^(?:(zh|en)\.)?(.*)$/.exec(heading?.id ?? '') ?? [];
  const twin = heading?.dataset.twin;
  const own = document.documentElement.lang.startsWith('zh') ? 'zh' : 'en';
  const { place } = link.dataset;
  let wanted: string | undefined;
  if (place === 'parallel') wanted = heading && `${own}.${heading.id}`;
  else if (language === undefined) wanted = twin;
  else if (place === undefined) wanted = heading?.id;
  else wanted = place === language ? anchor : twin;
  link.hash = wanted ?? '';
}

/** The citation of the section, or of the article above its first section. */
function cite(article: HTMLElement, heading: HTMLElement | undefined): void {
  const button = article.querySelector<HTMLElement>('[data-citation]');
  const citation = button?.dataset.citation;
  if (button && citation) button.dataset.copy = heading === undefined ? citation : `${citation}#${heading.id}`;
}

/** An address may write letters of other scripts as bytes. */
function idIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}
