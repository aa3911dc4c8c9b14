// Health: is the process alive, may it get traffic. Bare JSON, outside the API, never limited.
import { Router } from 'express';
import { type LoadGuard, lenientGuard } from '../../load-guard.ts';
import { contextOf } from '../../request-context.ts';
import type { Shelf } from '../../shelf.ts';
import type { State } from '../../state/state.ts';
import { cacheControls, contentTypes, send } from './send.ts';

export interface Life {
  guard: Pick<LoadGuard, 'share'>;
  /** Whether the server is about to stop. */
  isDraining: () => boolean;
}

export const healthPaths: readonly string[] = ['/healthz', '/readyz'];

const ordinaryLife: Life = { guard: lenientGuard, isDraining: () => false };

export function healthRoutes(
  shelf: Pick<Shelf, 'library' | 'refusal'>,
  state: Pick<State, 'store' | 'degradation'>,
  { guard, isDraining }: Life = ordinaryLife,
): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/healthz', (request, response) => {
    contextOf(response).route = 'health';
    return send(request, response, {
      status: 200,
      contentType: contentTypes.json,
      pieces: [JSON.stringify({ status: 'ok' })],
      cacheControl: cacheControls.never,
    });
  });
  router.get('/readyz', (request, response) => {
    contextOf(response).route = 'health';
    const { library, refusal } = shelf;
    const status = isDraining() ? 'draining' : 'ready';
    const readiness = {
      status,
      buildId: library.buildId,
      articles: library.size,
      // An edition that was refused: the old one serves on, so the server stays ready.
      refusedEdition: refusal ?? null,
      // Without its store the server answers all the same, and counts by itself.
      state: { store: state.store.kind, degraded: state.degradation ?? null },
      // The share of the requests that are refused because the event loop does not keep up, from 0 to 1.
      load: { refusedShare: Math.round(guard.share * 100) / 100 },
    };
    return send(request, response, {
      // So that load balancers send no more requests here.
      status: status === 'ready' ? 200 : 503,
      contentType: contentTypes.json,
      pieces: [JSON.stringify(readiness)],
      cacheControl: cacheControls.never,
    });
  });
  return router;
}
