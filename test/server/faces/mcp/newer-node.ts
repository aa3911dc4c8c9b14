// Determines which Node runs the conformance suite and the inspector. They need Node 22.19 or later; Stele also runs on older versions.
import { existsSync } from 'node:fs';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isNewEnough = major > 22 || (major === 22 && minor >= 19);

/** The path in the environment variable NEWER_NODE, else the Node that runs the tests. */
export const newerNode = process.env.NEWER_NODE ?? process.execPath;

/** Says why a program cannot run, and which command installs it; undefined if it can run. */
export function missingProgram(file: string, install: string): string | undefined {
  if (!existsSync(file)) return `${file} is not installed (${install})`;
  return isNewEnough || process.env.NEWER_NODE !== undefined
    ? undefined
    : `${file} needs Node 22.19 or later (name one in NEWER_NODE)`;
}
