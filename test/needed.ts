// Tests that need another program are skipped, with a printed reason, if the program is missing. In CI they fail.

/** Whether a test can run. `missing` describes the missing program; undefined means that nothing is missing. */
export function isAllHere(missing: string | undefined): boolean {
  if (missing === undefined) return true;
  if (process.env.CI !== undefined && process.env.CI !== '') throw new Error(missing);
  console.warn(`not checked: ${missing}`);
  return false;
}
