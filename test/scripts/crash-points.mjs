// Preloaded with --import. Kills the process before its n-th change of a file; CRASH_AT is n. If a command is run with n = 1, 2, …
// until it finishes, the runs cover every state that a crash can leave.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const changes = ['openSync', 'writeSync', 'copyFileSync', 'chmodSync', 'linkSync', 'renameSync', 'rmSync', 'fsyncSync'];
let left = Number(process.env.CRASH_AT);
for (const name of changes) {
  const original = fs[name];
  fs[name] = (...given) => {
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
    return original(...given);
  };
}
syncBuiltinESMExports();
