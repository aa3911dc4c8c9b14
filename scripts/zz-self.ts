import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { openEdition } from './eval/editions.ts';
import { ownSystem } from './eval/ranking.ts';

const now = ownSystem((await openEdition(undefined)).library);
const old = ownSystem((await openEdition('/tmp/cc/olded')).library);
const lines: string[] = [];
for (const d of readdirSync('content')) {
  if (d === 'guides' || d.includes('.')) continue;
  for (const f of readdirSync(`content/${d}`)) {
    const t = readFileSync(`content/${d}/${f}`, 'utf8');
    const o0 = readFileSync(`/tmp/cc/oldcontent/content/${d}/${f}`, 'utf8'); const fo = parse(o0.slice(4, o0.indexOf('\n---', 4))) as { keywords: string[]; tags: string[] }; const fm = parse(t.slice(4, t.indexOf('\n---', 4))) as { keywords: string[]; tags: string[] };
    const slug = f.replace(/\.md$/, '');
    for (const k of [...fo.tags, ...fo.keywords]) {
      const a = (old.search(String(k)) ?? []).indexOf(slug), b = (now.search(String(k)) ?? []).indexOf(slug);
      const ra = a < 0 ? 99 : a + 1, rb = b < 0 ? 99 : b + 1;
      if (rb > ra) lines.push(`${d}/${slug}\t${k}\t${ra}\t${rb}`);
    }
  }
}
writeFileSync('/tmp/cc/self.tsv', lines.join('\n'));
