// Loaded into a server before its program (`node --expose-gc --import`): tells its parent what is in use after a collection. The
// program itself knows nothing of it.
import type { Memory } from '../server-process.ts';

process.on('message', (message) => {
  if (message !== 'collected memory') return;
  // The second one takes what the finalizers of the first set free.
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, rss, external, arrayBuffers } = process.memoryUsage();
  const memory: Memory = { heapBytes: heapUsed, rssBytes: rss, externalBytes: external, bufferBytes: arrayBuffers };
  process.send?.(memory);
});
// A server that has stopped ends, whether its parent listens or not.
process.channel?.unref();
