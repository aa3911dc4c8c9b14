// What a test needs and a machine may lack. Where it is missing nothing is checked by it and that is said, but never in CI.

/** Whether nothing is missing. A reason that is given is printed; in CI it is thrown. */
export function isAllHere(missing: string | undefined): boolean {
  if (missing === undefined) return true;
  if (process.env.CI !== undefined && process.env.CI !== '') throw new Error(missing);
  console.warn(`not checked: ${missing}`);
  return false;
}
