// Reads the instructions of scripts/deploy/Dockerfile.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { repositoryRoot } from '../../site.ts';

interface Instruction {
  keyword: string;
  /** The text after the keyword; continued lines are joined. */
  text: string;
}

/** The instructions of each stage; the first instruction of a stage is FROM. */
export function stages(): Instruction[][] {
  const text = readFileSync(join(repositoryRoot, 'scripts/deploy/Dockerfile'), 'utf8');
  const found: Instruction[][] = [];
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const keyword = instruction.getKeyword();
    if (keyword === 'FROM') found.push([]);
    found.at(-1)?.push({ keyword, text: (instruction.getArgumentsContent() ?? '').replaceAll(/\\\n\s*/g, '') });
  }
  return found;
}

export const textsOf = (stage: readonly Instruction[], wanted: string): string[] =>
  stage.filter(({ keyword }) => keyword === wanted).map(({ text }) => text);

/** The words of the command of CMD or HEALTHCHECK in the last stage. Both instructions write the command as a JSON array. */
export function execForm(wanted: 'CMD' | 'HEALTHCHECK'): string[] {
  const [text = ''] = textsOf(stages().at(-1) ?? [], wanted);
  return JSON.parse(text.replace(/^.*?CMD (?=\[)/, '')) as string[];
}

/** The sources and the target of a COPY instruction, without its flags. */
export function copied(text: string): { from: string[]; to: string } {
  const paths = text.split(/\s+/).filter((word) => !word.startsWith('--'));
  return { from: paths.slice(0, -1), to: paths.at(-1) ?? '' };
}
