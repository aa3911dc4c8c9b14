// What is wrong with the address that a server was to listen on, as a sentence.
export function listeningFault(error: unknown, { host, port }: { host: string; port: number }): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} on ${host} is in use; choose another with --port`;
    case 'EACCES':
      return `port ${port} may not be used by this user; choose one above 1023 with --port`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is not an address of this machine (${code}); choose another with --host`;
    default:
      return undefined;
  }
}
