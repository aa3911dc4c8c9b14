import { describeFuzzing } from './trial.ts';

describeFuzzing(1_500);
