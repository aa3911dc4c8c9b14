// Preloaded into a measured program (`node --import`): writes its resource usage to file descriptor 3 at exit.
import { writeSync } from 'node:fs';

process.once('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeSync(3, JSON.stringify({ cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, rssMib: maxRSS / 1024 }));
});
