// Loaded before a program that is measured: when the program ends, tells what it took. Knows nothing of the program.
import { writeSync } from 'node:fs';
import { usageDescriptor } from '../timed-run.ts';

process.once('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeSync(usageDescriptor, JSON.stringify({ cpuMicroseconds: userCPUTime + systemCPUTime, rssKib: maxRSS }));
});
