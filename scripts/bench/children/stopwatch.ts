// Sends requests one after the other on one connection, and measures each.
import { z } from 'zod';
import { answerParent, answerTo } from './answering.ts';
import { Connection, getText } from './connection.ts';

const course = z.object({
  port: z.int(),
  path: z.string(),
  /** A value for the header Authorization, for each request. */
  authorizations: z.array(z.string()),
});

async function run({ port, path, authorizations }: z.infer<typeof course>) {
  const texts = authorizations.map((Authorization) => getText(path, { Authorization }));
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  await new Promise<void>((resolve, reject) => {
    Connection.open(port, undefined, reject).then((connection) => {
      const send = (): void => {
        const text = texts[times.length];
        if (text === undefined) {
          connection.close();
          resolve();
          return;
        }
        const sent = process.hrtime.bigint();
        connection.send(text, (status) => {
          times.push(Number(process.hrtime.bigint() - sent) / 1_000);
          statuses[status] = (statuses[status] ?? 0) + 1;
          send();
        });
      };
      send();
    }, reject);
  });
  return { microseconds: times, statuses };
}

answerParent([answerTo('run', course, run)]);
