// The script of every page, as one file. It is in the head and blocks the first paint until the theme is set. Everything else
// waits for the document. All parts are in one bundle, so `import()` loads nothing. It only defers the execution of a part.
const { dataset } = document.documentElement;
// Marks that scripts run, so that the parts of the page that need scripts are shown from the first paint on.
dataset.scripts = '';
try {
  const chosen = localStorage.getItem('theme');
  if (chosen === 'light' || chosen === 'dark') dataset.theme = chosen;
} catch {
  // The browser forbids storage. The theme of the system applies.
}

addEventListener('DOMContentLoaded', () => {
  void import('./frame.ts');
  void import('./article.ts');
});
