// The MCP face over the library that is served: what the route loads before it answers the first message.
import type { Response } from 'express';
import type { Logger } from 'pino';
import type { Outcome } from '../../operations/operation.ts';
import { contextOf } from '../../request-context.ts';
import type { LoadHandler } from './route.ts';

export interface FaceSettings {
  origin: () => string;
  version: string;
  log: Logger;
  /** Told what an operation answered, and in which exchange. */
  noted: (outcome: Outcome, exchange: Response) => void;
}

/** The SDK and what is made with it. See `loaded-later.ts`. */
export const loadFace = () => Promise.all([import('./handler.ts'), import('./server.ts'), import('./plain-errors.ts')]);

export const libraryFace =
  ({ origin, version, log, noted }: FaceSettings): LoadHandler =>
  async (exchangeOf) => {
    const [{ messageHandler }, { mcpServer }, { repeated }] = await loadFace();
    return messageHandler({
      build(asked) {
        const exchange = exchangeOf(asked);
        const { library, requestId } = contextOf(exchange);
        return mcpServer({
          library: () => library,
          origin,
          version,
          noted: (outcome) => noted(outcome, exchange),
          bug: (error) => log.error({ err: error, requestId }, 'a bug'),
        });
      },
      refused: (error) => log.debug({ reason: repeated(error.message) }, 'a message was refused'),
    });
  };
