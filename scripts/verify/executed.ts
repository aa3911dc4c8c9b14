// Derives the outcome of an example from the exit of its program.
import type { Example } from '../../build/source/examples.ts';
import { type Fault, failed, type Outcome } from './checker.ts';
import type { Confinement, Program } from './confinement/bubblewrap.ts';
import { limitWording } from './confinement/limits.ts';

/** The network access that the author's marks allow. */
export function networkOf({ marks: { words } }: Example): Program['network'] {
  if (words.has('network')) return 'any';
  return words.has('service') ? 'service' : 'none';
}

/** An example must not have both marks: with `network`, a program other than Stele might listen at the address of the service. */
const bothNetworks: Fault = {
  found: { zh: '同时标着 network 和 service 的示例', en: 'an example that is marked both network and service' },
  expected: { zh: '其中之一', en: 'one of the two' },
  advice: { zh: '把它分成两个示例。', en: 'Split it into two examples.' },
};

/**
 * Runs the program of an example. The program must exit by itself with code 0 or, if the example is marked `fails`, with another code.
 * `isRefused` is true if the type checker has refused the example, which counts as a failure.
 */
export async function executed(
  confinement: Confinement,
  { marks }: Example,
  { isRefused = false, ...program }: Program & { isRefused?: boolean },
): Promise<Outcome> {
  if (marks.words.has('network') && marks.words.has('service')) return failed(bothNetworks);
  const { exitCode, printed, passed, refused } = await confinement.run(program);
  if (passed !== undefined) {
    const limits = { ...confinement.limits, ...program.limits };
    return failed({
      found: limitWording(passed, limits),
      expected: { zh: '自行结束、用量不大的示例', en: 'an example that ends by itself and stays within the limits' },
      advice: {
        zh: '让示例更小，或标上 verify=skip "原因"。',
        en: 'Make the example smaller, or mark it verify=skip "reason".',
      },
      printed,
    });
  }
  if (refused !== undefined) return { kind: 'unable', reason: refused };
  const ended =
    exitCode === null
      ? { zh: '因信号', en: 'with a signal' }
      : { zh: `以代码 ${exitCode} `, en: `with code ${exitCode}` };
  if (marks.words.has('fails')) {
    if (exitCode !== 0 || isRefused) return { kind: 'ran', printed };
    return failed({
      found: { zh: '以代码 0 结束的示例', en: 'an example that ended with code 0' },
      expected: {
        zh: '出错结束，因为示例标着 verify=fails',
        en: 'a failure, because the example is marked verify=fails',
      },
      advice: {
        zh: '让示例以非零代码结束，或去掉 fails。',
        en: 'Let the example exit with a code other than 0, or remove verify=fails.',
      },
      printed,
    });
  }
  if (exitCode === 0) return { kind: 'ran', printed };
  return failed({
    found: { zh: `${ended.zh}结束的示例`, en: `an example that ended ${ended.en}` },
    expected: { zh: '代码 0', en: 'code 0' },
    advice: {
      zh: '改正示例；如果它本该出错，标上 verify=fails。',
      en: 'Correct the example; if it is meant to fail, mark it verify=fails.',
    },
    printed,
  });
}
