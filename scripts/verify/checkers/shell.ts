// Commands: bash reads them without running them, and runs those that are marked `run`. A `console` fence holds commands after
// `$ ` with what each printed below it.
import { execFile } from 'node:child_process';
import type { Example } from '../../../build/source/examples.ts';
import type { Bench, Checker } from '../checker.ts';
import { fileNameOf, putFile } from '../example-files.ts';
import { executed, networkOf } from '../executed.ts';
import { type Fault, failed, type Outcome } from '../outcome.ts';
import { claimFault } from '../printed.ts';

export const shell: Checker = {
  languages: ['bash', 'console'],
  begin: (bench) => ({ look: (example) => look(bench, example) }),
};

async function look(bench: Bench, example: Example): Promise<Outcome> {
  const session = example.language === 'console' ? sessionOf(example.code) : undefined;
  const script = session?.script ?? example.code;
  const name = fileNameOf(example);
  await putFile(bench.folder, name, `${script}\n`);
  const unread = await syntaxOf(bench.folder, name);
  if (unread !== undefined) return unread;
  const { words } = example.marks;
  if (!words.has('run')) return { kind: 'checked' };
  if (!/^\s*[^\s#]/m.test(script)) return failed(noCommand);
  const outcome = await executed(bench.confinement, example, {
    name: 'bash',
    // A script that goes on after a command that failed would hide it.
    arguments: ['-e', '-o', 'pipefail', `./${name}`],
    network: networkOf(example),
  });
  if (outcome.kind !== 'ran' || session === undefined) return outcome;
  const fault = claimFault(session.claimed, outcome.printed ?? '');
  return fault === undefined ? { kind: 'ran' } : failed({ ...fault, line: 0 });
}

const noCommand: Fault = {
  found: { zh: '标着 run、却没有命令的示例', en: 'an example that is marked run and has no command' },
  expected: { zh: '可以执行的命令；console 中的命令写在“$ ”之后', en: 'a command; in console it follows «$ »' },
  advice: { zh: '写上命令，或去掉 run。', en: 'Write the command, or take run away.' },
};

/** What is wrong with the syntax of a script; undefined when bash understands it. It reads and executes nothing. */
function syntaxOf(folder: string, name: string): Promise<Outcome | undefined> {
  return new Promise((resolve) => {
    execFile(
      'bash',
      ['-n', `./${name}`],
      { cwd: folder, env: { ...process.env, LC_ALL: 'C' } },
      (error, _stdout, stderr) => {
        if (error === null) return resolve(undefined);
        if (error.code === 'ENOENT') {
          return resolve({ kind: 'unable', reason: { zh: '本机没有 bash', en: 'there is no bash here' } });
        }
        const [, line, message = stderr.trim()] = /line (\d+): (.*)/.exec(stderr) ?? [];
        resolve(
          failed({
            found: { zh: `bash 不能理解的命令：${message}`, en: `commands that bash does not understand: ${message}` },
            expected: { zh: '语法正确的命令', en: 'commands with correct syntax' },
            advice: {
              zh: '改正命令；不是命令的内容用 text。',
              en: 'Correct them; what is no command goes into a text fence.',
            },
            ...(line !== undefined && { line: Number(line) - 1 }),
          }),
        );
      },
    );
  });
}

/** The commands of a session, and all that they are said to print. A command goes on after a line that ends with `\`, or with `> `. */
export function sessionOf(code: string): { script: string; claimed: string } {
  const script: string[] = [];
  const claimed: string[] = [];
  // Whether the line before was a command, and whether it says itself that it goes on.
  let before: 'command' | 'open' | 'claim' = 'claim';
  for (const line of code.split('\n')) {
    const isMore: boolean = before === 'open' || (before === 'command' && line.startsWith('> '));
    const command: string | undefined = line.startsWith('$ ')
      ? line.slice(2)
      : isMore
        ? line.replace(/^> /, '')
        : undefined;
    if (command === undefined) claimed.push(line);
    else script.push(command);
    before = command === undefined ? 'claim' : command.endsWith('\\') ? 'open' : 'command';
  }
  return { script: script.join('\n'), claimed: claimed.join('\n') };
}
