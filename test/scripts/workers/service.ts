// A service of two workers, in separate processes, as operators start it.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { temporaryFolder } from '../../site.ts';
import { type Serving, steleStart } from '../command.ts';

export interface Service extends Serving {
  port: number;
  metricsAddress: string;
  /** The process ids of the current workers. */
  workers(): number[];
  /** Resolves when the output contains a text this many times. */
  told(text: string, times?: number): Promise<void>;
  /** Resolves when no process of the service is left: the last of them closes the output, which all of them share. */
  allEnded: Promise<unknown>;
}

/** Starts a service, which ends with the test. */
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

/** The processes as Linux lists them. */
function childrenOf(pid: number | undefined): number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return listed === '' ? [] : listed.split(' ').map(Number);
}
