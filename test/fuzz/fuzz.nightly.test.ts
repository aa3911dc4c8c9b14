// FUZZ_REQUESTS says how many. The seed is printed by test/seed.ts, and by fast-check beside a failure.
import { describeFuzzing } from './trial.ts';

describeFuzzing(Number(process.env.FUZZ_REQUESTS ?? 1_000_000));
