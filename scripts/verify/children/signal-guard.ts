// Loaded before an example where no stronger confinement is at hand: it signals no process but itself. What started it listens to
// some signals with a debugger that would do anything for it.
const kill = process.kill.bind(process);

process.kill = (pid, signal) => {
  if (pid === process.pid || pid === 0) return kill(pid, signal);
  throw Object.assign(new Error(`the processes of others are closed to examples: kill ${pid}`), { code: 'EPERM' });
};
Reflect.deleteProperty(process, '_debugProcess');
