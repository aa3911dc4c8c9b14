// Several steps as one layer of Express, which takes longer to go from one layer to the next than most steps take.
import type { NextFunction, RequestHandler } from 'express';

/** Goes on as Express would: each step by `next`, and a fault of one, thrown or as a rejection, past the others. */
export function inOrder(...steps: readonly RequestHandler[]): RequestHandler {
  return (request, response, next) => {
    let taken = 0;
    const fail = (error: unknown): void => next(error ?? new Error('Rejected promise'));
    const goOn: NextFunction = (error?: unknown): void => {
      const step = steps[taken];
      taken += 1;
      if (error || step === undefined) {
        next(error);
        return;
      }
      try {
        const promise: unknown = step(request, response, goOn);
        if (promise instanceof Promise) promise.catch(fail);
      } catch (fault) {
        fail(fault);
      }
    };
    goOn();
  };
}
