// The development server adds this script to every page. It reloads the page after a change and lists errors in an overlay.
const words = {
  zh: { title: '内容有错误；本页显示的是上一个没有错误的版本', close: '关闭', found: '发现', expected: '应为' },
  en: {
    title: 'The content has errors; this page shows the last edition without errors',
    close: 'Close',
    found: 'found',
    expected: 'expected',
  },
};
const language = document.documentElement.lang.startsWith('zh') ? 'zh' : 'en';
const inLanguage = (wording) => (typeof wording === 'string' ? wording : wording[language]);

/** The build id of the edition from which the server rendered this page. */
const shown = document.currentScript.dataset.buildId;
const overlay = document.createElement('aside');
overlay.id = 'stele-dev';
overlay.setAttribute('role', 'alert');
overlay.hidden = true;
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') overlay.hidden = true;
});

function element(name, className, text) {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

function show(messages) {
  const said = words[language];
  const close = element('button', 'close', said.close);
  close.addEventListener('click', () => {
    overlay.hidden = true;
  });
  const entries = messages.map(({ path, place, rule, found, expected, advice }) => {
    const entry = document.createElement('li');
    entry.append(
      element('code', 'place', `${path}:${place.line}:${place.column}`),
      element('span', 'rule', rule),
      element('p', 'found', `${said.found} ${inLanguage(found)}`),
      element('p', 'expected', `${said.expected} ${inLanguage(expected)}`),
      element('p', 'advice', inLanguage(advice)),
    );
    return entry;
  });
  const list = document.createElement('ol');
  list.append(...entries);
  overlay.replaceChildren(element('h2', '', said.title), close, list);
  overlay.hidden = false;
  document.body.append(overlay);
}

const events = new EventSource('/_dev/events');
events.addEventListener('state', ({ data }) => {
  const { buildId, messages } = JSON.parse(data);
  if (shown !== buildId) {
    location.reload();
    return;
  }
  const errors = messages.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) show(errors);
  else overlay.hidden = true;
});
