// The script of the pages of articles and guides. It copies code, texts and citations, and tracks the section that is being read.
// The text can be read without it.

/** How long the notice «copied» is shown, in milliseconds. */
const shownMs = 2500;
/** The current section is the last one whose heading is in the upper quarter of the window or above it. */
const readingLine = 0.25;

const article = document.querySelector<HTMLElement>('article');
if (article !== null) {
  for (const pre of article.querySelectorAll<HTMLElement>('.code > pre')) addCopyButton(article, pre);
  for (const button of article.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    button.addEventListener('click', () => copyText(button.dataset.copy ?? ''));
  }
  for (const button of article.querySelectorAll<HTMLButtonElement>('button[data-copy-from]')) {
    button.addEventListener('click', () => copyFrom(button.dataset.copyFrom ?? ''));
  }
  if (article.matches('.knowledge, .parallel')) followPlace(article);
}

/** Adds a button that copies a code block. It leaves out the last line break, which is not part of the code. */
function addCopyButton({ dataset }: HTMLElement, pre: HTMLElement): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = dataset.copy ?? '';
  button.setAttribute('aria-label', dataset.copyCode ?? '');
  button.addEventListener('click', () => copyText((pre.textContent ?? '').replace(/\n$/, '')));
  pre.after(button);
}

function copyText(text: string): void {
  void report(navigator.clipboard?.writeText(text));
}

/** Copies the text at an address of this site without any change. */
function copyFrom(address: string): void {
  // Safari requires that copying begins during the click. Therefore the clipboard gets a promise of the text.
  const promised = fetch(address).then(async (response) => {
    if (!response.ok) throw new Error(`${response.status}`);
    return new Blob([await response.text()], { type: 'text/plain' });
  });
  void report(navigator.clipboard?.write([new ClipboardItem({ 'text/plain': promised })]));
}

let clearing: ReturnType<typeof setTimeout> | undefined;

/** Shows whether copying succeeded. Without HTTPS, browsers offer no clipboard. */
async function report(copying: Promise<void> | undefined): Promise<void> {
  const copied = await (copying ?? Promise.reject(new Error('no clipboard'))).then(
    () => true,
    () => false,
  );
  const place = document.querySelector<HTMLElement>('.said');
  if (place === null) return;
  clearTimeout(clearing);
  place.classList.toggle('failed', !copied);
  place.textContent = (copied ? place.dataset.copied : place.dataset.failed) ?? '';
  clearing = setTimeout(() => place.replaceChildren(), copied ? shownMs : 3 * shownMs);
}

/**
 * Updates the page as the reader scrolls: marks the current section in the table of contents, makes the citation button cite it,
 * and makes the links to the other language lead to it.
 */
function followPlace(article: HTMLElement): void {
  const headings = [...article.querySelectorAll<HTMLElement>('.content :is(h2, h3, h4, h5, h6)[id], summary h3[id]')];
  const listed = new Map(
    [...article.querySelectorAll<HTMLAnchorElement>('.contents a')].map((link) => [idIn(link.hash), link]),
  );
  const placed = document.querySelectorAll<HTMLAnchorElement>('body > header nav a[hreflang], a[data-place]');
  let shown: HTMLElement | undefined;
  const update = (): void => {
    const heading = headingAt(headings);
    if (heading === shown) return;
    shown = heading;
    mark(listed, headings, heading);
    for (const link of placed) keepPlace(link, heading);
    cite(article, heading);
  };
  const observer = new IntersectionObserver(update, { rootMargin: `0px 0px -${100 - 100 * readingLine}% 0px` });
  // The observer calls `update` for the first time when it begins to observe.
  for (const heading of headings) observer.observe(heading);
  // At the end of the page, sections may be too short for their headings to reach the reading line. The observer then reports
  // nothing, so the page is also updated on these events.
  addEventListener('scrollend', update);
  addEventListener('hashchange', update);
}

function headingAt(headings: readonly HTMLElement[]): HTMLElement | undefined {
  const { clientHeight, scrollHeight } = document.documentElement;
  const topOf = (heading: HTMLElement): number => heading.getBoundingClientRect().top;
  const isAtEnd = scrollY > 0 && scrollY + clientHeight >= scrollHeight - 2;
  const wanted = headings.find(({ id }) => id === idIn(location.hash));
  if (wanted !== undefined && isAtEnd && topOf(wanted) >= 0 && topOf(wanted) < clientHeight) return wanted;
  return headings.findLast((heading) => topOf(heading) <= readingLine * clientHeight);
}

/** Marks a section in the table of contents. If the table leaves the section out, marks the entry before it. */
function mark(
  links: ReadonlyMap<string, HTMLAnchorElement>,
  headings: readonly HTMLElement[],
  heading: HTMLElement | undefined,
): void {
  for (const link of links.values()) link.removeAttribute('aria-current');
  const before = heading === undefined ? [] : headings.slice(0, headings.indexOf(heading) + 1);
  const link = links.get(before.findLast(({ id }) => links.has(id))?.id ?? '');
  if (link === undefined) return;
  link.setAttribute('aria-current', 'location');
  const list = link.closest<HTMLElement>('.contents');
  if (list === null || list.scrollHeight <= list.clientHeight) return;
  const [outer, inner] = [list.getBoundingClientRect(), link.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) list.scrollTop += inner.top - outer.top - outer.height / 2;
}

/**
 * Makes a link to another form of the article lead to the given section. On the page with both languages side by side, ids begin
 * with `zh.` or `en.`.
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

/**
 * Sets the citation that the button copies: that of the section, or that of the article while the reader is above its first
 * section.
 */
function cite(article: HTMLElement, heading: HTMLElement | undefined): void {
  const button = article.querySelector<HTMLElement>('[data-citation]');
  const citation = button?.dataset.citation;
  if (button && citation) button.dataset.copy = heading === undefined ? citation : `${citation}#${heading.id}`;
}

/** The id in the fragment of an address. Letters in it may be percent-encoded. */
function idIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}
