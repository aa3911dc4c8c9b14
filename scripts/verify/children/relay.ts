// Runs inside the confinement of an example, which has no network. It listens on a loopback port and forwards connections through a
// socket file to the Stele server outside. Arguments: the socket file, the port, and the command of the example. It exits with the exit
// code of that command.
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
