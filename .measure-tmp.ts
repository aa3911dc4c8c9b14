import { openEdition } from '/tmp/thin/f/server/library.ts';
import { readPointer } from '/tmp/thin/f/server/edition-files.ts';
import { search } from '/tmp/thin/f/server/operations/search.ts';
import { getContext } from '/tmp/thin/f/server/operations/get-context.ts';
import { createHash } from 'node:crypto';
const folder = process.argv[2]!;
const { library } = await openEdition(folder, await readPointer(folder));
console.log(library.size, 'articles', library.collection.names.length, 'terms');
const titles = library.articles.map((_, p) => JSON.parse(library.body(p, 'item.both').toString()).title);
const queries = titles.flatMap((t: any) => [t.zh, t.en]).filter((_: any, i: number) => i % 3 === 0).slice(0, 100).concat(['error', 'json', 'the request timed out', '怎么处理超时错误', 'c', 'servre tmeout', 'how to use api key', 'qqqqq', 'conn', '如何', 'model']);
const context = { library, origin: 'http://x', preferredFormat: 'json', agent: undefined } as const;
const hash = createHash('sha256');
for (const [name, op, more] of [['search', search, {}], ['search deep', search, { page: '3', pageSize: '100' }], ['snippet', search, { snippet: 'true' }], ['context', getContext, {}]] as const) {
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    const h = createHash('sha256');
    for (const q of queries) {
      const t = performance.now();
      const out: any = op.run(context as any, op.input.parse({ q, ...more }) as any);
      const dt = performance.now() - t;
      if (round > 0) times.push(dt);
      h.update(Buffer.concat(out.pieces.map((p: any) => Buffer.from(p))));
    }
    if (round === 2) console.log(name, h.digest('hex').slice(0, 16));
  }
  times.sort((a, b) => a - b);
  console.log(name, 'p50', times[times.length >> 1]!.toFixed(2), 'p95', times[Math.floor(times.length * .95)]!.toFixed(2), 'mean', (times.reduce((a, b) => a + b) / times.length).toFixed(2));
}
