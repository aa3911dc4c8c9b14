// A link beside every heading of a text that can be linked to, for those who want to send somebody there.
const label = document.documentElement.lang.startsWith('zh') ? '本节链接：' : 'Link to this section: ';

for (const heading of document.querySelectorAll<HTMLElement>('main :is(h2, h3, h4)[id]')) {
  const has = [...heading.querySelectorAll('a')].some((link) => link.hash === `#${encodeURIComponent(heading.id)}`);
  if (has || heading.closest('summary') !== null) continue;
  const link = document.createElement('a');
  link.className = 'heading-link';
  link.href = `#${encodeURIComponent(heading.id)}`;
  link.textContent = '#';
  link.setAttribute('aria-label', `${label}${heading.textContent}`);
  heading.append(' ', link);
}
