// Starts a Redis Cluster of three primaries, each with a replica.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type RedisServer, startRedis } from './redis.ts';

export interface RedisCluster {
  /** A value for REDIS_URL that names three of the six nodes. */
  readonly url: string;
  readonly nodes: readonly RedisServer[];
  /** The primary that has the slot of a key. */
  primaryOf(key: string): Promise<RedisServer>;
}

const run = promisify(execFile);

/** The time after which the cluster considers a node dead. */
const nodeTimeoutMs = 1_000;

/** Starts a cluster that ends with the test; resolves when it accepts commands. */
export async function startRedisCluster(): Promise<RedisCluster> {
  const more = ['--cluster-enabled', 'yes', '--cluster-node-timeout', String(nodeTimeoutMs)];
  const nodes: RedisServer[] = [];
  // Starting can fail: the cluster bus of a node needs a second port, 10,000 above the first, which may be taken.
  while (nodes.length < 6) {
    const node = await startRedis({ more }).catch(() => undefined);
    if (node !== undefined) nodes.push(node);
  }
  const places = nodes.map(({ port }) => `127.0.0.1:${port}`);
  await run('redis-cli', ['--cluster', 'create', ...places, '--cluster-replicas', '1', '--cluster-yes']);
  for (const node of nodes) await hasJoined(node);
  const [first] = nodes;
  return {
    nodes,
    url: `redis+cluster://${places.slice(0, 3).join(',')}`,
    async primaryOf(key) {
      const slot = Number(await first?.command('CLUSTER', 'KEYSLOT', key));
      const table = (await first?.command('CLUSTER', 'SLOTS')) as [number, number, [string, number]][];
      const port = table.find(([from, to]) => from <= slot && slot <= to)?.[2][1];
      const found = nodes.find((node) => node.port === port);
      if (found === undefined) throw new Error(`slot ${slot} has no primary`);
      return found;
    },
  };
}

/**
 * Waits until a node knows all other nodes, and is connected to its replica or its primary. It polls, because Redis has no event for
 * this.
 */
async function hasJoined(node: RedisServer): Promise<void> {
  for (;;) {
    const info = String(await node.command('CLUSTER', 'INFO'));
    const replication = String(await node.command('INFO', 'replication'));
    const isCopied = /role:master\r\nconnected_slaves:1|master_link_status:up/.test(replication);
    if (info.includes('cluster_state:ok') && info.includes('cluster_known_nodes:6') && isCopied) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
