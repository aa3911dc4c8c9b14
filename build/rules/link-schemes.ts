import { type UnsafeAddress, unsafeAddress } from '../hygiene/link-address.ts';
import { type Passage, passagesFor } from '../hygiene/passages.ts';
import { type Bilingual, type Finding, show } from '../messages.ts';
import type { DraftRule } from './rule.ts';

export const linkSchemes: DraftRule = {
  stage: 'draft',
  name: 'link-schemes',
  severity: 'error',
  about: {
    zh: '链接和图片的地址只用 https:、http:、mailto: 或站内地址，不运行代码，不读取本机文件，也不以 // 开头。确有必要时，在 front matter 的 allow 中写明理由即可发布。',
    en: 'The address of a link or image is https:, http:, mailto: or within the site; it runs no code, reads no local file and does not begin with //. To publish such text all the same, give the reason under allow in the front matter.',
  },
  check: (draft) =>
    passagesFor('link-schemes', draft).flatMap((passage) => {
      if (passage.kind === 'event') return eventFinding(passage);
      const unsafe = passage.kind === 'address' ? unsafeAddress(passage.text) : undefined;
      return unsafe === undefined ? [] : addressFinding(passage, unsafe);
    }),
};

function addressFinding({ placeOf }: Passage, { scheme, read }: UnsafeAddress): Finding {
  return {
    place: placeOf(0),
    found:
      scheme === undefined
        ? { zh: `以 // 开头的地址 ${show(read)}`, en: `an address that begins with //: ${show(read)}` }
        : { zh: `使用 ${scheme}: 的地址 ${show(read)}`, en: `an address with the scheme ${scheme}: ${show(read)}` },
    expected: {
      zh: 'https:、http:、mailto: 或站内地址',
      en: 'https:, http:, mailto: or an address within the site',
    },
    advice: adviceOn(scheme),
  };
}

const remove: Bilingual = {
  zh: '删除它；要展示它，请放进行内代码或代码块。',
  en: 'Delete it; to show it, put it into inline code or a code block.',
};

function adviceOn(scheme: string | undefined): Bilingual {
  if (scheme === undefined) {
    return { zh: '在 // 前写上 https:，或者去掉一个斜杠。', en: 'Write https: before the //, or leave one slash out.' };
  }
  if (scheme === 'localhost' || scheme.includes('.')) {
    return { zh: '在主机名前写上 http:// 或 https://。', en: 'Write http:// or https:// before the host name.' };
  }
  if (['javascript', 'vbscript', 'data', 'file'].includes(scheme)) return remove;
  return {
    zh: '改为网页地址，把它放进行内代码，或在 front matter 中用 allow 说明理由。',
    en: 'Link to a web page instead, put the address into inline code, or give the reason under allow in the front matter.',
  };
}

function eventFinding({ text, placeOf }: Passage): Finding {
  return {
    place: placeOf(0),
    found: { zh: `会运行代码的 HTML 属性 ${text}`, en: `the HTML attribute ${text}, which runs code` },
    expected: { zh: '不运行代码的 Markdown', en: 'Markdown that runs nothing' },
    advice: remove,
  };
}
