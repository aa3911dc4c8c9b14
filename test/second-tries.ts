// Tells at the end which tests passed only when they were tried again, and what they saw the first time: what is held against a
// clock or waits for something may meet a moment in which the machine stood still, or it may have found a defect that is rare.
import type { Reporter, TestModule } from 'vitest/node';

export class SecondTries implements Reporter {
  readonly #write: (text: string) => void;

  constructor(write: (text: string) => void = (text) => void process.stdout.write(text)) {
    this.#write = write;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const again = tests.filter((test) => test.diagnostic()?.flaky === true);
    if (again.length === 0) return;
    const lines = again.flatMap((test) => [
      `  ${test.module.relativeModuleId} > ${test.fullName}`,
      ...(test.result().errors ?? []).map(({ message }) => indented(message)),
    ]);
    this.#write(`\nPassed only when tried again: ${again.length}\n${lines.join('\n')}\n\n`);
  }
}

const indented = (text: string): string => text.replaceAll(/^/gm, '      ');
