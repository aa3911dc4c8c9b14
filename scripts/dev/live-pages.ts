// Live reload: a script in every page, and a stream of Server-Sent Events that announces new editions and messages.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Message } from '../../build/messages.ts';
import { type HostRules, hostFault } from '../../server/hosts.ts';
import type { Library } from '../../server/library.ts';

const prefix = '/_dev/';

export interface LiveState {
  buildId: string;
  messages: readonly Message[];
}

export interface LivePages {
  /** Returns a listener that answers requests below `/_dev/` and passes all others to `app`. */
  around(app: RequestListener, hosts: HostRules): RequestListener;
  /** Sends the state to every open page. */
  tell(state: LiveState): void;
  /** Ends the event streams of open pages: the server cannot stop while they are open. */
  close(): void;
}

/** The interval of comments in every event stream: proxies close a connection without traffic. */
const heartbeatMs = 10_000;

export function openLivePages(clientFiles: ReadonlyMap<string, string>, first: LiveState): LivePages {
  const streams = new Set<ServerResponse>();
  let state = first;
  const heartbeat = setInterval(() => {
    for (const stream of streams) stream.write(': still here\n\n');
  }, heartbeatMs);
  heartbeat.unref();

  function answer(request: IncomingMessage, response: ServerResponse, name: string): void {
    response.setHeader('Cache-Control', 'no-store');
    const file = clientFiles.get(name);
    if (file !== undefined) {
      response.setHeader('Content-Type', name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript');
      response.end(file);
    } else if (name === 'events') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(eventOf(state));
      streams.add(response);
      request.once('close', () => streams.delete(response));
    } else {
      response.writeHead(404).end();
    }
  }

  return {
    around: (app, hosts) => (request, response) => {
      const path = request.url?.split('?', 1)[0] ?? '';
      if (!path.startsWith(prefix)) app(request, response);
      else if (hosts.isForAllPaths() && hostFault(request, hosts.names()) !== undefined) response.writeHead(400).end();
      else answer(request, response, path.slice(prefix.length));
    },
    tell(next) {
      state = next;
      for (const stream of streams) stream.write(eventOf(next));
    },
    close() {
      clearInterval(heartbeat);
      for (const stream of streams) stream.end();
    },
  };
}

/** One Server-Sent Event with the whole state. Messages carry both languages; a page shows them in its own language. */
function eventOf({ buildId, messages }: LiveState): string {
  return `event: state\ndata: ${JSON.stringify({ buildId, messages })}\n\n`;
}

/** Returns the same library with the live-reload script in every page. */
export function livened(library: Library): Library {
  // The page states its build id, so that the script can tell whether the edition changed before it opened the event stream.
  const script = `<script src="${prefix}client.js" data-build-id="${library.buildId}" defer></script>`;
  const client = `<link rel="stylesheet" href="${prefix}client.css">${script}</head>`;
  const withClient = (page: string): string => page.replace('</head>', client);
  return {
    ...library,
    body(position, name) {
      const body = library.body(position, name);
      return name.startsWith('page.') ? Buffer.from(withClient(body.toString('utf8'))) : body;
    },
    pages: Object.fromEntries(Object.entries(library.pages).map(([name, page]) => [name, withClient(page)])),
  };
}
