// Everything that a part starts or makes, so that all of it ends with the part, however that ends.
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Callers } from './callers.ts';
import { ServerProcess, type ServerSettings } from './server-process.ts';

export interface Place {
  folder(): Promise<string>;
  /** A server with a state of its own. */
  serve(edition: string, more?: Pick<ServerSettings, 'flags'>): Promise<ServerProcess>;
  callers(server: ServerProcess, answerMsMax: number): Callers;
}

export async function withPlace<Result>(work: (place: Place) => Promise<Result>): Promise<Result> {
  // Also when the whole command is ended.
  const last: (() => void)[] = [];
  const leave = (): void => {
    for (const step of last.splice(0).reverse()) step();
  };
  const interrupt = (): void => process.exit(130);
  process.once('exit', leave);
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  const folder = async (): Promise<string> => {
    const made = await mkdtemp(join(tmpdir(), 'stele-stress-'));
    last.push(() => rmSync(made, { recursive: true, force: true }));
    return made;
  };
  try {
    return await work({
      folder,
      async serve(edition, more) {
        const server = await ServerProcess.start({ edition, data: await folder(), ...more });
        last.push(() => server.signal('SIGKILL'));
        return server;
      },
      callers(server, answerMsMax) {
        const callers = new Callers(server.port, answerMsMax);
        last.push(() => callers.close());
        return callers;
      },
    });
  } finally {
    leave();
    process.off('exit', leave);
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}
