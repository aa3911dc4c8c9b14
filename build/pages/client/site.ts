// The script of every page, one file. It stands in the head and delays the first paint until the theme is set; everything else
// waits for the document. In one file `import()` loads nothing: it says when a part runs.
const { dataset } = document.documentElement;
// Says that scripts run: what needs them is shown from the first paint on.
dataset.scripts = '';
try {
  const chosen = localStorage.getItem('theme');
  if (chosen === 'light' || chosen === 'dark') dataset.theme = chosen;
} catch {
  // Storage is forbidden: the system's choice holds.
}

addEventListener('DOMContentLoaded', () => {
  void import('./frame.ts');
  void import('./article.ts');
});
