// A real Redis Cluster of three primaries, each with a replica.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type RedisServer, startRedis } from './redis.ts';

export interface RedisCluster {
  /** The value of REDIS_URL, with half of its nodes. */
  readonly url: string;
  readonly nodes: readonly RedisServer[];
  /** The primary of a key's slot. */
  primaryOf(key: string): Promise<RedisServer>;
}

const run = promisify(execFile);

/** The timeout after which a node counts as dead. */
const nodeTimeoutMs = 1_000;

/** Starts one that is ready for commands; it ends with the test. */
export async function startRedisCluster(): Promise<RedisCluster> {
  const more = ['--cluster-enabled', 'yes', '--cluster-node-timeout', String(nodeTimeoutMs)];
  const nodes: RedisServer[] = [];
  // The second port of a node is 10,000 above its first.
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

/** Polled, because no event reports that a node knows all other nodes and a replica knows its primary. */
async function hasJoined(node: RedisServer): Promise<void> {
  for (;;) {
    const info = String(await node.command('CLUSTER', 'INFO'));
    const replication = String(await node.command('INFO', 'replication'));
    const isCopied = /role:master\r\nconnected_slaves:1|master_link_status:up/.test(replication);
    if (info.includes('cluster_state:ok') && info.includes('cluster_known_nodes:6') && isCopied) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
