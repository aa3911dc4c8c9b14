// Loaded before a program that is measured (`node --import`): at its end, writes to descriptor 3 what it used.
import { writeSync } from 'node:fs';

process.once('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeSync(3, JSON.stringify({ cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, rssMib: maxRSS / 1024 }));
});
