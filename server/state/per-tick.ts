// Brings together what is asked in one turn of the event loop, so that a store is asked once for all of it.

/** `run` gets everything asked since the last turn, in order, and resolves to one result for each. */
export function perTick<Ask, Result>(run: (asks: readonly Ask[]) => Promise<readonly Result[]>) {
  let waiting: { ask: Ask; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = [];
  async function runAll(): Promise<void> {
    const group = waiting;
    waiting = [];
    try {
      const results = await run(group.map(({ ask }) => ask));
      group.forEach(({ resolve, reject }, index) => {
        const result = results[index];
        if (result === undefined) reject(new Error('a question of this turn got no answer'));
        else resolve(result);
      });
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
  return (ask: Ask): Promise<Result> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(() => void runAll());
      waiting.push({ ask, resolve, reject });
    });
}
