// The one wrapper around autocorrect-node, which knows how Chinese and Latin letters are set beside one another. It is a
// native addon that some platforms lack: it is loaded only when `check` asks for it, and what is missing is said, not thrown.
import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

type Autocorrect = Pick<typeof import('autocorrect-node'), 'format' | 'loadConfig'>;

/**
 * Which of its rules are on. Left off, after reading what they say of real articles: half-width punctuation (turns the full stop
 * of «填写 access key。» into a Latin one), dashes and brackets (spaces where Chinese has full-width marks), quotation marks (the
 * curly ones belong to both scripts), letters (words are the author's) and spelling (the rule `terms` has a glossary).
 */
const config = {
  rules: {
    'space-word': 1,
    'space-punctuation': 1,
    'space-backticks': 1,
    'no-space-fullwidth': 1,
    fullwidth: 1,
    'space-bracket': 0,
    'space-dash': 0,
    'space-dollar': 0,
    'no-space-fullwidth-quote': 0,
    'halfwidth-word': 0,
    'halfwidth-punctuation': 0,
    spellcheck: 0,
  },
};

export type Corrector = (text: string) => string;

/** Sets one paragraph as it should be; undefined where the addon cannot be loaded. */
export function chineseCorrector(): Corrector | undefined {
  try {
    const { format, loadConfig }: Autocorrect = load('autocorrect-node');
    loadConfig(JSON.stringify(config));
    return format;
  } catch {
    return undefined;
  }
}
