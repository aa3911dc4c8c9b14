// Checks JavaScript and TypeScript examples: each is type-checked, then executed in a process of its own by the Node that runs `verify`.
import { type Checker, failed } from '../checker.ts';
import { fileNameOf, nameFault, putFile, runnableNameOf } from '../example-files.ts';
import { executed, networkOf } from '../executed.ts';

export const program: Checker = {
  languages: ['js', 'ts'],
  begin: (bench) => ({
    async look(example) {
      const { marks } = example;
      const misnamed = nameFault(example, bench.examples);
      if (misnamed !== undefined) return failed(misnamed);
      const fault = await bench.compiled(example);
      // A type error counts as the failure that an example marked `fails` promises.
      if (fault !== undefined && !marks.words.has('fails')) return failed(fault);
      const name = fileNameOf(example);
      if (example.language === 'js') await putFile(bench.folder, name, `${example.code}\n`);
      return executed(bench.confinement, example, {
        command: ['node', '--disable-warning=ExperimentalWarning', `./${runnableNameOf(name)}`],
        network: networkOf(example),
        isRefused: fault !== undefined,
      });
    },
  }),
};
