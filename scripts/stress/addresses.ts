// Who calls: each address of 127.0.0.0/8 is this machine, to Linux, so that each caller has a limit of its own.

/** The address of a caller, for numbers below 2²³. */
export const addressOf = (number: number): string =>
  `127.${64 + ((number >>> 16) & 127)}.${(number >>> 8) & 255}.${number & 255}`;

/** A GET as an agent's library writes it. */
export const getText = (target: string, headers: Readonly<Record<string, string>> = {}): string =>
  `GET ${target} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: stele-stress\r\nAccept: */*\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
