// The script of article and guide pages: copies code, texts and citations, and tracks the current section. The text is readable
// without it.

/** The duration of the «copied» notice. */
const shownMs = 2500;
/** The current section is the last one whose heading is above this share of the window. */
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

/** Copies the text between the fences: HTML ends it with a line end that is not part of it. */
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

/** Copies the text at an address of this site, byte for byte. */
function copyFrom(address: string): void {
  // Safari requires the copy to begin during the click, so the text is passed as a promise.
  const promised = fetch(address).then(async (response) => {
    if (!response.ok) throw new Error(`${response.status}`);
    return new Blob([await response.text()], { type: 'text/plain' });
  });
  void report(navigator.clipboard?.write([new ClipboardItem({ 'text/plain': promised })]));
}

let clearing: ReturnType<typeof setTimeout> | undefined;

/** Reports whether copying succeeded. Pages without TLS have no clipboard. */
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

/** Marks the current section in the contents list, names it in citations, and keeps it when the language changes. */
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
  for (const heading of headings) observer.observe(heading);
  // The last sections may be too short to reach the reading line.
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

/** Marks the section, or its parent section if the list does not contain it. */
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
 * Makes a link to another form of the article lead to the same section. Where both languages are side by side, ids begin with the
 * language: `zh.` or `en.`.
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

/** Sets the citation that the button copies: of the section, or of the article above its first section. */
function cite(article: HTMLElement, heading: HTMLElement | undefined): void {
  const button = article.querySelector<HTMLElement>('[data-citation]');
  const citation = button?.dataset.citation;
  if (button && citation) button.dataset.copy = heading === undefined ? citation : `${citation}#${heading.id}`;
}

/** An address may contain percent-encoded letters. */
function idIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}
