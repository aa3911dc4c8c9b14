import { describeKills } from './kills.ts';

// Kills after each of the first 25 answers, while the first statistics are written, and then after larger numbers of answers.
describeKills([...Array.from({ length: 25 }, (_, index) => index + 1), 50, 100, 200, 400, 800, 1_600]);
