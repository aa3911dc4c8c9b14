import { describeKills } from './kills.ts';

// Small numbers one by one, while the first statistics are written; then larger ones with gaps.
describeKills([...Array.from({ length: 25 }, (_, index) => index + 1), 50, 100, 200, 400, 800, 1_600]);
