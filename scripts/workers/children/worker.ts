// A worker: serves as `stele start` does in one process, on a port that it shares with others. It ends when the primary process
// says so, and with it: Node sees to that, also when the primary is killed.
import { systemClock } from '../../../server/clock.ts';
import type { Running } from '../../../server/main.ts';
import { peersOver } from '../../../server/workers/primary-channel.ts';
import { UsageError } from '../../content-option.ts';
import { endOnCrash } from '../../crash.ts';
import { serveOrExplain } from '../../serving.ts';
import { graceMsOf, stopSignals } from '../../stop-signals.ts';
import type { Beginning, FromPrimary, FromWorker } from '../messages.ts';

process.once('message', (message) => void work(message as Beginning));
void tell({ kind: 'ready' });

async function work({ settings, workers }: Beginning): Promise<void> {
  let running: Running | undefined;
  let isStopping = false;
  const refresh = (): void => void running?.shelf.refresh({ again: true });
  const stop = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    await running?.close({ graceMs: graceMsOf(settings) });
    process.exit(0);
  };
  // A terminal and a service manager send their signals to every process, so that these come beside what the primary says.
  for (const signal of stopSignals) {
    process.once(signal, () => {
      for (const second of stopSignals) process.removeAllListeners(second).once(second, () => process.exit(1));
      void stop();
    });
  }
  process.on('SIGHUP', refresh);
  process.on('message', (message) => {
    const { kind } = message as FromPrimary;
    if (kind === 'stop') void stop();
    if (kind === 'refresh') refresh();
  });
  try {
    running = await serveOrExplain(settings, peersOver(process, { workers, clock: systemClock }));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    // The primary ends this process when it has read why: what is said while a process ends may be lost.
    return await tell({ kind: 'failed', sentence: error.sentence });
  }
  endOnCrash(running, graceMsOf(settings));
  const { origin, shelf } = running;
  await tell({ kind: 'serving', origin, size: shelf.library.size, buildId: shelf.library.buildId });
}

/** Resolves when it is written. */
function tell(message: FromWorker): Promise<void> {
  return new Promise((resolve) => process.send?.(message, undefined, undefined, () => resolve()));
}
