// The SDK answers a message whose members are wrong with the report of its validator, mostly as a mistake of its own (-32603).
// Callers get the code for it (-32602: JSON-RPC 2.0, section 5.1), and a sentence.
import { type JSONRPCMessage, McpServer, ProtocolErrorCode, type Transport } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { withoutKeys } from '../../access/api-keys.ts';

/** A server whose answers go out in plain words. */
export class PlainServer extends McpServer {
  constructor(...settings: ConstructorParameters<typeof McpServer>) {
    super(...settings);
    // The SDK looks names up in plain objects and takes `toString` for a tool that is disabled.
    for (const registry of ['_registeredTools', '_registeredPrompts', '_registeredResources'])
      Object.setPrototypeOf(Reflect.get(this, registry), null);
  }

  override connect(transport: Transport): Promise<void> {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(inPlainWords(message), options);
    return super.connect(transport);
  }
}

/** Characters of an error that the SDK wrote: it repeats what callers sent, however long it is. */
const wordsMax = 400;

/** What the SDK says of a message, short enough to be repeated, and without the keys in it. */
export const repeated = (words: string): string => withoutKeys(words).slice(0, wordsMax);

const report = z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })).min(1);
/** Members that are named at most. */
const namedMax = 5;

export function inPlainWords(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message)) return message;
  const issues = reportIn(message.error.message);
  if (issues === undefined)
    return { ...message, error: { ...message.error, message: repeated(message.error.message) } };
  const words = issues.slice(0, namedMax).map(({ path, message: said }) => `${path.join('.')}: ${said}`);
  return { ...message, error: { code: ProtocolErrorCode.InvalidParams, message: `${words.join('; ')}.` } };
}

function reportIn(text: string): z.infer<typeof report> | undefined {
  const json = /^(?:Invalid \S+ request: )?(\[.*)$/s.exec(text)?.[1];
  if (json === undefined) return undefined;
  try {
    return report.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}
