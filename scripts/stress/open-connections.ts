// The connections that a server holds, as the system sees them (Linux, /proc/net/tcp): a caller who does not read cannot tell
// when its connection is closed.
import { readFileSync } from 'node:fs';

export interface OpenConnection {
  /** The address and the port of the other side, `127.0.0.1:40000`. */
  peer: string;
  /** Bytes that were sent and that the other side has no room for. */
  unsentBytes: number;
}

/** Those of the process that listens on a port of 127.0.0.1. A connection that the process has closed is none, whatever is still sent. */
export const openConnections = (port: number): OpenConnection[] =>
  connectionsIn(readFileSync('/proc/net/tcp', 'latin1'), port);

/** The same, of a text like that of /proc/net/tcp (its columns: proc(5)). */
export function connectionsIn(table: string, port: number): OpenConnection[] {
  const ending = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return table
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [, local = '', remote = '', state = '', queues = '', , , , , inode = '0'] = line.trim().split(/\s+/);
      if (!local.endsWith(ending) || state === listening) return [];
      // Nobody's, but for those that the process has not taken yet.
      if (inode === '0' && !waiting.has(state)) return [];
      return [{ peer: readAddress(remote), unsentBytes: Number.parseInt(queues, 16) }];
    });
}

const listening = '0A';
/** Established, and closed by the other side only. */
const waiting = new Set(['01', '08']);

/** `0100007F:9C40` is 127.0.0.1:40000: the bytes of the address stand in the order of the machine. */
function readAddress(text: string): string {
  const [address = '', port = ''] = text.split(':');
  const bytes = address.match(/../g)?.map((digits) => Number.parseInt(digits, 16)) ?? [];
  return `${bytes.reverse().join('.')}:${Number.parseInt(port, 16)}`;
}
