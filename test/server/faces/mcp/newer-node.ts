// The Node for third-party tools: the conformance suite and the inspector need 22.19, newer than the product's minimum.
import { existsSync } from 'node:fs';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isNewEnough = major > 22 || (major === 22 && minor >= 19);

/** From the environment; else the Node that runs the tests. */
export const newerNode = process.env.NEWER_NODE ?? process.execPath;

/** Why a program of npm, installed by `install`, cannot be run; undefined when it can. */
export function missingProgram(file: string, install: string): string | undefined {
  if (!existsSync(file)) return `${file} is not installed (${install})`;
  return isNewEnough || process.env.NEWER_NODE !== undefined
    ? undefined
    : `${file} needs Node 22.19 or later, and NEWER_NODE names none`;
}
