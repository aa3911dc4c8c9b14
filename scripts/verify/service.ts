// The service that examples may call: a Stele server with its usual settings, which serves the content under verification. It has a state
// of its own, which is deleted after the verification.
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import pino from 'pino';
import { compile } from '../../build/compile.ts';
import { readAssets } from '../../build/read.ts';
import type { SourceEntry } from '../../build/source/entry.ts';
import { publishEdition } from '../../build/write.ts';
import { systemClock } from '../../server/clock.ts';
import { lenientGuard } from '../../server/load-guard.ts';
import { type Running, serve } from '../../server/main.ts';
import { passingStore } from '../../server/state/sqlite/store.ts';
import { stateOver } from '../../server/state/state.ts';
import { packageRoot, packageVersion } from '../package-root.ts';

/** The address of the service for examples, whatever its real port is. The responses of the service name this address too. */
export const serviceOrigin = 'http://127.0.0.1:8080';

export interface Service {
  port: number;
  /** The source address of the article's calls, so that each article has its own limits. */
  callFrom: string;
}

export interface SharedService {
  /** Returns the service for the article number `index`, counted from 0. Starts the service on the first call. */
  forArticle(index: number): Promise<Service>;
  /** The path of the socket file through which an article's confined programs reach the service. */
  socketFor(index: number): Promise<string>;
  end(): Promise<void>;
}

/** The maximum number of open connections per article. Each takes two of this process's file descriptors, whose number is limited. */
const connectionsMax = 256;

/** Creates the service without starting it. `folder` must be empty; only the service uses it. */
export function sharedService(folder: string, entries: readonly SourceEntry[]): SharedService {
  let running: Promise<Running> | undefined;
  const doors = new Map<number, Promise<Server>>();
  const open = new Set<Socket>();
  const forArticle = async (index: number): Promise<Service> => {
    running ??= start(folder, entries);
    return { port: (await running).port, callFrom: addressOf(index) };
  };
  const socketPath = (index: number): string => join(folder, `${index}.sock`);
  const openDoor = async (index: number): Promise<Server> => {
    const { port, callFrom } = await forArticle(index);
    const door = createServer((outer) => {
      const inner = connect({ port, host: '127.0.0.1', localAddress: callFrom });
      for (const [socket, other] of [[outer, inner] as const, [inner, outer] as const]) {
        open.add(socket);
        socket.on('error', () => other.destroy());
        socket.on('close', () => open.delete(socket));
      }
      outer.pipe(inner).pipe(outer);
    });
    door.maxConnections = connectionsMax;
    door.listen(socketPath(index));
    await once(door, 'listening');
    return door;
  };
  return {
    forArticle,
    async socketFor(index) {
      const door = doors.get(index) ?? openDoor(index);
      doors.set(index, door);
      await door;
      return socketPath(index);
    },
    async end() {
      for (const door of doors.values()) (await door).close();
      for (const socket of open) socket.destroy();
      await (await running)?.close();
    },
  };
}

async function start(folder: string, entries: readonly SourceEntry[]): Promise<Running> {
  const { edition } = compile({ entries: [...entries], assets: await readAssets(packageRoot) });
  // Cannot happen, because the caller has checked that the entries have no errors.
  if (edition === undefined) throw new Error('content with errors cannot be served');
  const editionFolder = join(folder, 'edition');
  await publishEdition(editionFolder, edition, { keep: 1 });
  const clock = systemClock;
  await mkdir(folder, { recursive: true });
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  return serve(
    {
      port: 0,
      host: '127.0.0.1',
      editionFolder,
      dataFolder: join(folder, 'state'),
      redisUrl: undefined,
      keepsQueries: false,
      publicUrl: serviceOrigin,
      allowedHosts: [],
      corsOrigins: '*',
      trustProxy: 0,
      logLevel: 'silent',
      metricsPort: undefined,
    },
    {
      version: packageVersion,
      clock,
      state: stateOver({ store: passingStore(), clock, log: pino({ level: 'silent' }), keepsQueries: false }),
      logTo: nowhere,
      // The lenient guard refuses no request: the verification shares the event loop and may delay it.
      guard: lenientGuard,
    },
  );
}

/** The source address of an article's calls. On Linux it is an address of 127.0.0.0/8; other systems have only 127.0.0.1. */
function addressOf(index: number): string {
  if (process.platform !== 'linux') return '127.0.0.1';
  const host = index + 2;
  return `127.42.${Math.floor(host / 254) % 254}.${(host % 254) + 1}`;
}
