// Opens editions while the event loop goes on serving: a thread reads, verifies and prepares one, and what it hands over is put
// together here in slices. A thread that comes to grief takes nothing with it but the edition it was to open.
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { EditionError } from '../edition-files.ts';
import { shortName } from '../kept-editions.ts';
import type { OpenedEdition } from './open-edition.ts';
import { unpackLibrary } from './parcel.ts';
import { inSlices } from './slices.ts';
import type { ThreadAnswer, ThreadQuestion, ThreadTask } from './thread.ts';

/** Threads run compiled programs only: Node 20 reads no TypeScript. */
const program = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/js/server/opening/thread.js' : './thread.js',
  import.meta.url,
);

/** Starting takes a while, so a thread stays for another edition, but not for long: it holds the memory that it needed. */
const idleMs = 5_000;

export interface OpeningThread {
  /**
   * One edition at a time. Throws an EditionError when it cannot be served, or when the thread ended without an answer: because
   * its memory was not enough, or it crashed.
   */
  open(buildId: string): Promise<OpenedEdition>;
  /** Verifies every byte of an edition. Throws as `open` does. */
  verify(buildId: string): Promise<void>;
  /** Ends it at once; what it was asked for is rejected. */
  close(): void;
}

/** Starts nothing before it is needed. `limits` are the thread's; without them those that Node gives every thread. */
export function openingThread(editionFolder: string, limits: ResourceLimits = {}): OpeningThread {
  let kept: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  return {
    async open(buildId) {
      const answer = await ask({ buildId, wants: 'library' });
      if (answer.kind !== 'opened') throw new TypeError('an edition was opened, and no library came of it');
      const { historyFault } = answer.parcel;
      return { library: await inSlices(unpackLibrary(answer.parcel)), historyFault };
    },
    async verify(buildId) {
      await ask({ buildId, wants: 'verdict' });
      // It is asked once, at the start, and needed much memory.
      close();
    },
    close,
  };

  function close(): void {
    if (kept !== undefined) end(kept);
  }

  async function ask(question: ThreadQuestion): Promise<Exclude<ThreadAnswer, { kind: 'refused' | 'fault' }>> {
    clearTimeout(idle);
    kept ??= start();
    const thread = kept;
    const answer = await answerOf(thread, question);
    idle = setTimeout(() => end(thread), idleMs).unref();
    if (answer.kind === 'refused') throw new EditionError(answer.reason);
    if (answer.kind === 'fault') throw answer.fault;
    return answer;
  }

  /** It takes no other edition from now on. */
  function end(thread: Worker): void {
    forget(thread);
    void thread.terminate();
  }

  function forget(thread: Worker): void {
    if (kept === thread) kept = undefined;
  }

  function start(): Worker {
    const task: ThreadTask = { editionFolder };
    const thread = new Worker(program, { workerData: task, resourceLimits: limits });
    thread.once('exit', () => forget(thread));
    // Idle, it keeps no process alive; while somebody listens for its answer it does, as whoever starts waits for nothing else.
    thread.unref();
    return thread;
  }
}

function answerOf(thread: Worker, question: ThreadQuestion): Promise<ThreadAnswer> {
  const lost = (why: string): EditionError =>
    new EditionError(`the edition ${shortName(question.buildId)}… could not be opened: ${why}`);
  return new Promise<ThreadAnswer>((resolve, reject) => {
    const onError = (error: Error): void => {
      const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      reject(isMemory ? lost('the memory was not enough') : error);
    };
    const onExit = (code: number): void => reject(lost(`what opened it ended with code ${code}`));
    thread.once('error', onError);
    thread.once('exit', onExit);
    thread.once('message', (answer: ThreadAnswer) => {
      thread.off('error', onError).off('exit', onExit);
      resolve(answer);
    });
    thread.postMessage(question);
  });
}
