import { htmlPieces } from '../hygiene/html-pieces.ts';
import { type AddressScheme, allowedSchemes, schemeOf } from '../hygiene/link-address.ts';
import { type Finding, type Place, show, type Wording } from '../messages.ts';
import type { Draft } from '../source/draft.ts';
import { nodesIn } from '../source/nodes.ts';
import { extentOf } from '../source/outline.ts';
import { placesIn } from '../source/places.ts';
import type { DraftRule } from './rule.ts';

/** Attributes of raw HTML that hold an address. */
const addressAttributes = new Set([
  'href',
  'src',
  'action',
  'formaction',
  'data',
  'poster',
  'background',
  'cite',
  'ping',
  'xlink:href',
]);

export const linkSchemes: DraftRule = {
  stage: 'draft',
  name: 'link-schemes',
  severity: 'error',
  onlyInCheck: true,
  about: {
    zh: '链接和图片只通往网页、邮箱或站内页面，不运行代码，也不读取本机文件。',
    en: 'A link or image leads to a page, a mailbox or a place of this site; it runs no code and reads no local file.',
  },
  check: (draft) => {
    const placeAt = placesIn(draft.text);
    return nodesIn(draft.tree.children).flatMap((node) => {
      const { start, end } = extentOf(node);
      if (node.type === 'link' || node.type === 'definition' || node.type === 'image') {
        const what = node.type === 'image' ? { zh: '图片', en: 'an image' } : { zh: '链接', en: 'a link' };
        return addressFinding(node.url, draft.text.slice(start, end), placeAt(start), what);
      }
      return node.type === 'html' ? htmlFindings(draft, start, end, placeAt) : [];
    });
  },
};

interface Named {
  zh: string;
  en: string;
}

/** `written` is the source, which tells what a Markdown reader has decoded already. */
function addressFinding(address: string, written: string, place: Place, what: Named): Finding[] {
  const found = schemeOf(address);
  if (found === undefined || allowedSchemes.includes(found.scheme)) return [];
  const isHidden = found.decoded !== undefined || !written.toLowerCase().includes(`${found.scheme}:`);
  return [
    {
      place,
      found: {
        zh: `使用 ${found.scheme}: 的${what.zh}${isHidden ? `，解码后是 ${show(found.decoded ?? address)}` : ''}`,
        en: `${what.en} with the scheme ${found.scheme}:${isHidden ? `, which decodes to ${show(found.decoded ?? address)}` : ''}`,
      },
      expected: {
        zh: '网页地址（https:、http:）、mailto: 或相对地址',
        en: 'https:, http:, mailto: or a relative address',
      },
      advice: adviceOn(found),
    },
  ];
}

function adviceOn({ scheme, decoded }: AddressScheme): Wording {
  if (scheme === 'localhost' || scheme.includes('.')) {
    return { zh: '在主机名前写上 http:// 或 https://。', en: 'Write http:// or https:// before the host name.' };
  }
  if (['javascript', 'vbscript', 'data', 'file'].includes(scheme) || decoded !== undefined) {
    return {
      zh: '删除它；要展示它，请放进行内代码或代码块。',
      en: 'Delete it; to show it, put it into inline code or a code block.',
    };
  }
  return {
    zh: '改为网页地址，或者把它放进行内代码。',
    en: 'Link to a web page instead, or put the address into inline code.',
  };
}

function htmlFindings({ text }: Draft, start: number, end: number, placeAt: (offset: number) => Place): Finding[] {
  return htmlPieces(text.slice(start, end)).flatMap(({ kind, name, value, start: inside }) => {
    if (kind !== 'attribute') return [];
    const place = placeAt(start + inside);
    if (/^on[a-z]+$/.test(name)) return [handlerFinding(name, place)];
    const written = text.slice(start + inside, start + inside + value.length);
    const what = { zh: ` ${name} 属性`, en: `an attribute ${name}` };
    // A list of images: each address is followed by its size.
    const addresses = name === 'srcset' ? value.split(/,(?=\s)|\s+/) : addressAttributes.has(name) ? [value] : [];
    return addresses.flatMap((address) => addressFinding(address, written, place, what));
  });
}

function handlerFinding(name: string, place: Place): Finding {
  return {
    place,
    found: { zh: `会运行代码的 HTML 属性 ${name}`, en: `the HTML attribute ${name}, which runs code` },
    expected: { zh: '不运行代码的 Markdown', en: 'Markdown that runs nothing' },
    advice: {
      zh: '删除它；要展示它，请放进行内代码或代码块。',
      en: 'Delete it; to show it, put it into inline code or a code block.',
    },
  };
}
