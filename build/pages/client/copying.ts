// Puts texts on the clipboard and says what came of it, on the page and to those who listen.

/** How long it is said. */
const shownMs = 2500;

export function copyText(text: string): void {
  void said(navigator.clipboard?.writeText(text));
}

/** What is at an address of this site, byte for byte. */
export function copyFrom(address: string): void {
  // A browser may ask that the copying begins while the button is being pressed: so the text is promised, and comes later.
  const promised = fetch(address).then(async (response) => {
    if (!response.ok) throw new Error(`${response.status}`);
    return new Blob([await response.text()], { type: 'text/plain' });
  });
  void said(navigator.clipboard?.write([new ClipboardItem({ 'text/plain': promised })]));
}

let clearing: ReturnType<typeof setTimeout> | undefined;

/** Without a clipboard, as on an address without TLS, there is nothing to wait for. */
async function said(copying: Promise<void> | undefined): Promise<void> {
  const place = document.querySelector<HTMLElement>('.said');
  const copied = await (copying ?? Promise.reject(new Error('no clipboard'))).then(
    () => true,
    () => false,
  );
  if (place === null) return;
  clearTimeout(clearing);
  place.classList.toggle('failed', !copied);
  place.textContent = (copied ? place.dataset.copied : place.dataset.failed) ?? '';
  clearing = setTimeout(
    () => {
      place.textContent = '';
    },
    copied ? shownMs : 3 * shownMs,
  );
}
