import { describeKills } from './kills.ts';

describeKills([1, 60]);
