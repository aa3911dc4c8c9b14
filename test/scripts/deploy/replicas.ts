// Starts nginx, two replicas that serve one edition, and one Redis, arranged as in scripts/deploy/compose.yaml.
import { storeAt } from '../../../server/open-store.ts';
import type { StateStore } from '../../../server/state/store.ts';
import { freePort } from '../../free-port.ts';
import { startRedis } from '../../redis.ts';
import { smallEdition } from '../../server/small-site.ts';
import { type Serving, steleStart } from '../command.ts';
import { type Nginx, startNginx } from './nginx.ts';

export const publicUrl = 'https://kb.example.org';

export interface Replica extends Serving {
  port: number;
}

export interface Deployed {
  nginx: Nginx;
  replicas: [Replica, Replica];
  /** A connection of this process to the Redis of the replicas. */
  store: StateStore;
  /** Stops a replica with SIGTERM, waits for its end, and starts it again. Resolves to the exit code. */
  restart(which: 0 | 1): Promise<number | null>;
  end(): Promise<void>;
}

export async function deploy(): Promise<Deployed> {
  const redis = await startRedis();
  const edition = await smallEdition();
  const start = async (port: number): Promise<Replica> => {
    const settings = ['--edition', edition, '--redis-url', redis.url, '--public-url', publicUrl, '--host', '127.0.0.1'];
    const serving = await steleStart([...settings, '--trust-proxy', '127.0.0.1', '--port', String(port)]);
    return { ...serving, port };
  };
  const replicas: [Replica, Replica] = [await start(await freePort()), await start(await freePort())];
  const nginx = await startNginx([replicas[0].port, replicas[1].port]);
  const store = await storeAt({ dataFolder: '', redisUrl: redis.url });
  await store.probe();
  return {
    nginx,
    replicas,
    store,
    async restart(which) {
      const { process, exited, port } = replicas[which];
      process.kill('SIGTERM');
      const code = await exited;
      replicas[which] = await start(port);
      return code;
    },
    async end() {
      await nginx.stop();
      for (const replica of replicas) replica.process.kill('SIGKILL');
      await store.close();
      await redis.kill();
    },
  };
}
