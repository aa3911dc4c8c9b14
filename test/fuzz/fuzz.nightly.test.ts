// FUZZ_REQUESTS sets the number of requests. The seed is printed by test/seed.ts, and by fast-check with a failure.
import { describeFuzzing } from './trial.ts';

describeFuzzing(Number(process.env.FUZZ_REQUESTS ?? 1_000_000));
