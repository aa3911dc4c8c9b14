// The script of every page, one file. It is in the head and blocks the first paint until the theme is set; everything else waits
// for the document. In a single bundle `import()` loads nothing: it only defers the execution of a part.
const { dataset } = document.documentElement;
// Marks that scripts run: parts that need them are shown from the first paint on.
dataset.scripts = '';
try {
  const chosen = localStorage.getItem('theme');
  if (chosen === 'light' || chosen === 'dark') dataset.theme = chosen;
} catch {
  // Storage is forbidden: the system's choice applies.
}

addEventListener('DOMContentLoaded', () => {
  void import('./frame.ts');
  void import('./article.ts');
});
