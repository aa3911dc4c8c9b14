// FUZZ_REQUESTS sets the number of requests. test/seed.ts prints the seed, and so does fast-check after a failure.
import { describeFuzzing } from './trial.ts';

describeFuzzing(Number(process.env.FUZZ_REQUESTS ?? 1_000_000));
