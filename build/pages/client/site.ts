// The script of every page, one file. It stands in the head and delays the first paint until the theme is set; everything else
// waits for the document. In one file `import()` loads nothing: it says when a part runs.
import './theme.ts';

addEventListener('DOMContentLoaded', () => {
  void import('./frame.ts');
  void import('./article.ts');
});
