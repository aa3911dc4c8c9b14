import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { openEdition } from './eval/editions.ts';
import { ownSystem } from './eval/ranking.ts';

const now = ownSystem((await openEdition(undefined)).library);
const old = ownSystem((await openEdition('/tmp/cc/olded')).library);
const out: { slug: string; s: string; a: number; b: number; lang: string }[] = [];
for (const d of ['agent', 'foundation', 'mcp', 'transport', 'error_codes', 'skill', 'tools_postgres'])
  for (const f of readdirSync(`content/${d}`)) {
    const slug = f.replace(/\.md$/, '');
    const t = readFileSync(`/tmp/cc/oldcontent/content/${d}/${f}`, 'utf8').replace(/^```[\s\S]*?^```$/gm, '\n');
    const cut = t.indexOf('\n# English');
    const parts: [string, string][] = [['zh', t.slice(t.indexOf('\n# 中文'), cut)], ['en', t.slice(cut)]];
    for (const [lang, body] of parts) {
      const pieces = body.split('\n').flatMap((line) => line.startsWith('|') ? line.split('|') : lang === 'en' ? line.replace(/^[-#\d. ]+/, '').split(/(?<=[.;:?])\s+/) : line.replace(/^[-#\d. ]+/, '').split(/[。；：？]/));
      for (const piece of pieces) {
        const s = piece.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '').trim();
        const size = lang === 'en' ? s.split(/\s+/).length : s.length;
        if (lang === 'en' ? size < 3 || size > 18 : size < 6 || size > 40) continue;
        const r = (sys: typeof now): number => { const i = (sys.search(s) ?? []).indexOf(slug); return i < 0 ? 99 : i + 1; };
        out.push({ slug: `${d}/${slug}`, s, lang, a: r(old), b: r(now) });
      }
    }
  }
writeFileSync('/tmp/cc/sent.json', JSON.stringify(out));
