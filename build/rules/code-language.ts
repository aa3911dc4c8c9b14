import { fencesIn } from '../source/fences.ts';
import { placeOf } from '../source/outline.ts';
import type { DraftRule } from './rule.ts';

export const codeLanguage: DraftRule = {
  stage: 'draft',
  name: 'code-language',
  severity: 'warning',
  about: {
    zh: '每个代码块都写明语言，智能体由此知道怎样运行或解析它。',
    en: 'Every block of code names its language, by which agents know how to run or parse it.',
  },
  onlyInCheck: true,
  check: (draft) =>
    fencesIn(draft)
      .filter(({ language }) => language === '')
      .map(({ node }) => ({
        place: placeOf(node),
        found: { zh: '没有写明语言的代码块', en: 'a block of code without a language' },
        expected: {
          zh: '标明语言的代码块，如 ```json',
          en: 'the name of the language behind the fence, such as ```json',
        },
        advice: {
          zh: '写上语言；命令用 bash，程序的输出用 text。',
          en: 'Name it; bash for commands, text for what a program printed.',
        },
      })),
};
