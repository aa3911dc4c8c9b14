// A service of two workers, in processes of their own, as operators start it.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { temporaryFolder } from '../../site.ts';
import { type Serving, steleStart } from '../command.ts';

export interface Service extends Serving {
  port: number;
  metricsAddress: string;
  /** The process ids of the workers that are there now. */
  workers(): number[];
  /** Resolves when the output holds a text so many times. */
  told(text: string, times?: number): Promise<void>;
  /** Resolves when no process of the service is left: the last of them closes the output, which all of them share. */
  allEnded: Promise<unknown>;
}

/** Starts a service; in a test it ends with it. */
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

/** As Linux lists them. */
function childrenOf(pid: number | undefined): number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return listed === '' ? [] : listed.split(' ').map(Number);
}
