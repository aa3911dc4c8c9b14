// What the server uses of node:http. An import of that as an ES module asks for everything that it exports, WebSocket among it,
// for which Node 22 and later load undici: a twentieth of a start, for nothing.
export const { createServer, IncomingMessage, ServerResponse } = process.getBuiltinModule('node:http');
