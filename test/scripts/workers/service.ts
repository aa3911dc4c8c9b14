// Starts `stele start --workers 2` in separate processes.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { temporaryFolder } from '../../site.ts';
import { type Serving, steleStart } from '../command.ts';

export interface Service extends Serving {
  port: number;
  metricsAddress: string;
  /** The process ids of the current workers. */
  workers(): number[];
  /** Resolves when the output contains `text` `times` times. */
  told(text: string, times?: number): Promise<void>;
  /** Resolves when all processes of the service have ended. They share one output, which closes when the last process ends. */
  allEnded: Promise<unknown>;
}

/** Starts a service that ends with the test. */
export async function startWorkers(edition: string, ...given: string[]): Promise<Service> {
  const settings = ['--edition', edition, '--data', await temporaryFolder(), '--workers', '2', '--metrics-port', '0'];
  const serving = await steleStart([...settings, ...given]);
  const child = serving.process;
  const service: Service = {
    ...serving,
    port: Number(new URL(serving.origin).port),
    metricsAddress: /"metricsAddress":"([^"]+)"/.exec(serving.output())?.[1] ?? '',
    workers: () => childrenOf(child.pid),
    async told(text, times = 1) {
      while (serving.output().split(text).length <= times) {
        if (child.stdout === null) throw new Error('the output is not piped');
        await once(child.stdout, 'data');
      }
    },
    allEnded: once(child, 'close'),
  };
  await service.told('"msg":"serving ', 2);
  return service;
}

/** The ids of the child processes of a process, as Linux lists them in /proc. */
function childrenOf(pid: number | undefined): number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return listed === '' ? [] : listed.split(' ').map(Number);
}
