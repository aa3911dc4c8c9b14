import { modelInstructionsIn, type Sign } from '../hygiene/model-instructions.ts';
import { passagesFor } from '../hygiene/passages.ts';
import { type Bilingual, show } from '../messages.ts';
import type { DraftRule } from './rule.ts';

const kinds: { readonly [Name in Sign]: Bilingual } = {
  override: { zh: '要求模型抛开原有指令', en: 'an order to drop earlier instructions' },
  persona: { zh: '规定模型的身份或回答方式', en: 'an order on who a model is or how it answers' },
  secrecy: { zh: '要求模型向用户隐瞒', en: 'an order to keep something from the user' },
  leak: { zh: '要求模型说出自己的提示词', en: 'an order to give away its own prompt' },
  address: { zh: '直接对模型说的话', en: 'words spoken to a model' },
  marker: { zh: '对话模板或工具调用的标记', en: 'a mark of chat templates or tool calls' },
};

export const modelInstructions: DraftRule = {
  stage: 'draft',
  name: 'model-instructions',
  severity: 'error',
  about: {
    zh: '文章是给模型读的资料，不能向读它的模型下命令。确有必要时，在 front matter 的 allow 中写明理由即可发布。',
    en: 'Articles are material for models that read them, and hold no orders to such a model. To publish such text all the same, give the reason under allow in the front matter.',
  },
  check: (draft) =>
    passagesFor('model-instructions', draft).flatMap(({ kind, text, placeOf }) =>
      kind !== 'text'
        ? []
        : modelInstructionsIn(text).map(({ sign, words, offset }) => ({
            place: placeOf(offset),
            found: { zh: `${show(words)}（${kinds[sign].zh}）`, en: `${kinds[sign].en}: ${show(words)}` },
            expected: { zh: '不向模型下命令的文字', en: 'a text that gives models no orders' },
            advice: {
              zh: '改为叙述，写明是谁对谁说的；要展示这类文字，请放进行内代码或代码块，或在 front matter 中用 allow 说明理由。',
              en: 'Rephrase it as a description that names the speaker and the listener; to show such words, put them into inline code or a code block, or give the reason under allow in the front matter.',
            },
          })),
    ),
};
