// Health checks: whether the process is alive, and whether it should get requests. They are outside the API and never limited, and
// answer with JSON without the envelope.
import { type Request, type Response, Router } from 'express';
import type { CurrentEdition } from '../../current-edition.ts';
import type { LoadGuard } from '../../load-guard.ts';
import { contextOf } from '../../request-context.ts';
import type { State } from '../../state/state.ts';
import { cacheControls, contentTypes, send } from './send.ts';

export interface Life {
  guard: Pick<LoadGuard, 'share'>;
  /** Whether the server is about to stop. */
  isDraining: () => boolean;
}

export const healthPaths: readonly string[] = ['/healthz', '/readyz'];

export function healthRoutes(
  currentEdition: Pick<CurrentEdition, 'library' | 'refusal'>,
  state: Pick<State, 'store' | 'degradation'>,
  { guard, isDraining }: Life,
): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/healthz', (request, response) => sendHealth(request, response, 200, { status: 'ok' }));
  router.get('/readyz', (request, response) => {
    const readiness = {
      status: isDraining() ? 'draining' : 'ready',
      buildId: currentEdition.library.buildId,
      articles: currentEdition.library.size,
      // The server stays ready after it has refused an edition, because it still serves the previous one.
      refusedEdition: currentEdition.refusal ?? null,
      // The server stays ready while its store is unavailable, because it then counts in memory.
      state: { store: state.store.kind, degraded: state.degradation ?? null },
      // The share of requests refused because of event-loop delay, from 0 to 1.
      load: { refusedShare: Math.round(guard.share * 100) / 100 },
    };
    // Load balancers stop sending requests after a 503.
    return sendHealth(request, response, isDraining() ? 503 : 200, readiness);
  });
  return router;
}

function sendHealth(request: Request, response: Response, status: number, body: object): Promise<void> {
  contextOf(response).route = 'health';
  const cacheControl = cacheControls.never;
  return send(request, response, {
    status,
    contentType: contentTypes.json,
    pieces: [JSON.stringify(body)],
    cacheControl,
  });
}
