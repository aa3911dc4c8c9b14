// Checks shell examples: bash parses all of them and runs those marked `run`. In a `console` fence, commands follow `$ `, and the lines
// below a command are its claimed output.
import { randomUUID } from 'node:crypto';
import type { Example } from '../../../build/source/examples.ts';
import { type Bench, type Checker, type Fault, failed, type Outcome } from '../checker.ts';
import { claimFault } from '../claims.ts';
import { limitWording } from '../confinement/limits.ts';
import { fileNameOf, putFile } from '../example-files.ts';
import { executed, networkOf } from '../executed.ts';

export const shell: Checker = {
  languages: ['bash', 'console'],
  begin: (bench) => ({ look: (example) => look(bench, example) }),
};

async function look(bench: Bench, example: Example): Promise<Outcome> {
  const steps = example.language === 'console' ? stepsOf(example.code) : undefined;
  const script = steps === undefined ? example.code : scriptOf(steps);
  const name = fileNameOf(example);
  await putFile(bench.folder, name, `${script}\n`);
  const unread = await syntaxOf(bench, name);
  if (unread !== undefined) return unread;
  const { words } = example.marks;
  if (!words.has('run')) return { kind: 'checked' };
  if (!/^\s*(?!:$)[^\s#]/m.test(script)) return failed(noCommand);
  const mark = randomUUID();
  if (steps !== undefined) await putFile(bench.folder, name, `${markedScript(steps, mark)}\n`);
  const outcome = await executed(bench.confinement, example, {
    // -e: the script ends at the first failed command. Otherwise only the last command would decide its exit code.
    command: ['bash', '-e', '-o', 'pipefail', `./${name}`],
    network: networkOf(example),
  });
  if (steps === undefined) return outcome;
  const printed = printedIn(outcome)?.replaceAll(`${mark}\n`, '');
  if (outcome.kind === 'failed') return failed({ ...outcome.fault, ...(printed !== undefined && { printed }) });
  const fault = outcome.kind === 'ran' ? claimsFault(steps, outcome.printed ?? '', mark) : undefined;
  if (fault !== undefined) return failed({ ...fault, ...(printed !== undefined && { printed }) });
  return outcome.kind === 'ran' ? { kind: 'ran' } : outcome;
}

const printedIn = (outcome: Outcome): string | undefined =>
  outcome.kind === 'ran' ? outcome.printed : outcome.kind === 'failed' ? outcome.fault.printed : undefined;

const noCommand: Fault = {
  found: { zh: '标着 run、却没有命令的示例', en: 'an example marked verify=run without a command' },
  expected: { zh: '可以执行的命令；console 中的命令写在“$ ”之后', en: 'a command; in console it follows «$ »' },
  advice: { zh: '写上命令，或去掉 verify=run。', en: 'Write the command, or remove verify=run.' },
};

/** Checks the syntax of a script and runs nothing. Undefined if bash accepts it. */
async function syntaxOf({ confinement }: Bench, name: string): Promise<Outcome | undefined> {
  const { exitCode, printed, passed, refused } = await confinement.run({
    command: ['bash', '-n', `./${name}`],
    network: 'none',
  });
  if (refused !== undefined) return { kind: 'unable', reason: refused };
  if (exitCode === 0) return undefined;
  const [, line, message = printed.trim()] = /line (\d+): (.*)/.exec(printed) ?? [];
  const said = passed === undefined ? { zh: message, en: message } : limitWording(passed, confinement.limits);
  return failed({
    found: { zh: `bash 不能理解的命令：${said.zh}`, en: `commands that bash does not understand: ${said.en}` },
    expected: { zh: '语法正确的命令', en: 'commands with correct syntax' },
    advice: {
      zh: '改正命令；不是命令的内容用 text。',
      en: 'Correct the commands; put text that is no command into a text fence.',
    },
    ...(line !== undefined && { line: Number(line) - 1 }),
  });
}

export interface Step {
  command: string;
  /** The claimed output: the lines below the command. */
  claimed: string;
  /** The line of the command, from 0. */
  line: number;
}

/** The commands of a session. A command continues after a line that ends with `\`, and in lines that begin with `> `. */
export function stepsOf(code: string): Step[] {
  const steps: { command: string[]; claimed: string[]; line: number }[] = [];
  for (const [line, text] of code.split('\n').entries()) {
    const step = steps.at(-1);
    const isOpen = step !== undefined && step.claimed.length === 0;
    const goesOn = isOpen && (step.command.at(-1)?.endsWith('\\') === true || text.startsWith('> '));
    if (text.startsWith('$ ')) steps.push({ command: [text.slice(2)], claimed: [], line });
    else if (goesOn) step.command.push(text.replace(/^> /, ''));
    // Text before the first command becomes the claimed output of `:`, which prints nothing, so that it is reported as a fault.
    else if (step === undefined) steps.push({ command: [':'], claimed: [text], line });
    else step.claimed.push(text);
  }
  return steps.map(({ command, claimed, line }) => ({
    command: command.join('\n'),
    claimed: claimed.join('\n'),
    line,
  }));
}

const scriptOf = (steps: readonly Step[]): string => steps.map(({ command }) => command).join('\n');

/** A script that prints `mark` after every command, so that the outputs can be separated. */
const markedScript = (steps: readonly Step[], mark: string): string =>
  steps.map(({ command }) => `${command}\nprintf '%s\\n' '${mark}'`).join('\n');

/** The first difference between the claimed and the actual outputs of the commands; undefined if there is none. */
function claimsFault(steps: readonly Step[], printed: string, mark: string): Fault | undefined {
  const parts = printed.split(`${mark}\n`);
  for (const [index, { claimed, line }] of steps.entries()) {
    const fault = claimFault(claimed, parts[index] ?? '');
    if (fault !== undefined) return { ...fault, line };
  }
  return undefined;
}
