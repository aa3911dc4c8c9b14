// Runs beside an example in its confinement: forwards connections from a loopback port through a socket file to Stele outside, the
// only way out. Arguments: the socket file, the port, and the command, with which it exits.
import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';

const [socketFile = '', port = '', command = '', ...given] = process.argv.slice(2);

const server = createServer((outer) => {
  const inner = connect(socketFile);
  outer.pipe(inner).pipe(outer);
  outer.on('error', () => inner.destroy());
  inner.on('error', () => outer.destroy());
});
server.listen(Number(port), '127.0.0.1', () => {
  const child = spawn(command, given, { stdio: 'inherit' });
  child.on('error', (error) => {
    console.error(error.message);
    process.exit(127);
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.kill(process.pid, signal);
  });
});
