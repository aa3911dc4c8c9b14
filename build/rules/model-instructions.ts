import type { Sign } from '../hygiene/instruction-frames.ts';
import { modelInstructionsIn } from '../hygiene/model-instructions.ts';
import { passagesOf } from '../hygiene/passages.ts';
import { show, type Wording } from '../messages.ts';
import type { DraftRule } from './rule.ts';

const kinds: { readonly [Name in Sign]: { zh: string; en: string } } = {
  override: { zh: '要求模型抛开原有指令', en: 'an order to drop earlier instructions' },
  persona: { zh: '给模型换一个身份', en: 'a new identity given to a model' },
  'from-now-on': { zh: '规定模型此后如何回答', en: 'an order on how a model is to answer from now on' },
  secrecy: { zh: '要求模型向用户隐瞒', en: 'an order to keep something from the user' },
  leak: { zh: '要求模型说出自己的提示词', en: 'an order to give away its own prompt' },
  address: { zh: '直接对模型说的话', en: 'words spoken to a model' },
  tool: { zh: '要求不经询问就使用工具', en: 'an order to use a tool without asking' },
  send: { zh: '要求把私密内容发往某个地址', en: 'an order to send private text to an address' },
  plea: { zh: '对模型的请求', en: 'a plea to a model' },
  marker: { zh: '对话模板的角色标记', en: 'a role marker of a chat template' },
  image: { zh: '地址中留有待填数据的图片', en: 'an image whose address is to be filled with data' },
};

export const modelInstructions: DraftRule = {
  stage: 'draft',
  name: 'model-instructions',
  severity: 'error',
  onlyInCheck: true,
  about: {
    zh: '文章是给模型读的资料，不能向读它的模型下命令。',
    en: 'Articles are material for models that read them, and hold no instructions to such a model.',
  },
  check: (draft) =>
    passagesOf(draft).flatMap((passage) =>
      modelInstructionsIn(passage).map(({ sign, words, encoded, offset }) => ({
        place: passage.placeOf(offset),
        found: foundWords(sign, words, encoded),
        expected: { zh: '不向模型下命令的文字', en: 'a text that gives models no orders' },
        advice: sign === 'image' ? imageAdvice : advice,
      })),
    ),
};

const advice: Wording = {
  zh: '改为叙述，写明是谁对谁说的；要展示这类文字，请放进行内代码或代码块。',
  en: 'Tell it instead, saying who says it to whom; to show such words, put them into inline code or a code block.',
};
const imageAdvice: Wording = {
  zh: '去掉地址中待填的部分；要展示它，请放进行内代码或代码块。',
  en: 'Take out of the address what is to be filled in; to show it, put it into inline code or a code block.',
};

function foundWords(sign: Sign, words: string, encoded: boolean): Wording {
  const { zh, en } = kinds[sign];
  const quoted = show(words);
  return {
    zh: `${quoted}（${zh}${encoded ? '，以 base64 写成' : ''}）`,
    en: `${en}${encoded ? ', written in base64' : ''}: ${quoted}`,
  };
}
