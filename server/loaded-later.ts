// What few requests need: no start waits for it, and no request finds it gone because the program on disk was replaced meanwhile.
import { loadDocument } from './faces/http/openapi-route.ts';
import { loadFace } from './faces/mcp/face.ts';
import { loadTools } from './faces/mcp/message.ts';
import { loadChanges } from './faces/pages/pages.ts';

// Node looks on the disk for what another module imported before; so that it does not, all of it is loaded where it is used.
const all = [loadDocument, loadFace, loadTools, loadChanges];

export async function loadLater(): Promise<void> {
  await Promise.all(all.map((load) => load()));
}
