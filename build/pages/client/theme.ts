// The theme that was chosen, set before the first paint.
{
  const { dataset } = document.documentElement;
  // Says that scripts run: what needs them is shown from the first paint on.
  dataset.scripts = '';
  try {
    const chosen = localStorage.getItem('theme');
    if (chosen === 'light' || chosen === 'dark') dataset.theme = chosen;
  } catch {
    // Storage is forbidden: the system's choice holds.
  }
}
