// The server that the official conformance suite asks: its resources and prompts, and the tools beside this file.
import {
  acceptedContent,
  completable,
  createRequestStateCodec,
  inputRequired,
  McpServer,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { addTools, picture } from './fixture-tools.ts';

const state = createRequestStateCodec({ key: crypto.getRandomValues(new Uint8Array(32)) });
const cacheHint = { ttlMs: 60_000, cacheScope: 'public' } as const;

/** With `sessions` it also has what needs a connection that lasts: subscriptions and log levels. */
export function fixtureServer({ sessions }: { sessions: boolean }): McpServer {
  const server = new McpServer(
    { name: 'conformance-fixture', version: '1' },
    {
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false, subscribe: sessions },
        prompts: { listChanged: false },
        logging: {},
      },
      cacheHints: {
        'tools/list': cacheHint,
        'prompts/list': cacheHint,
        'resources/list': cacheHint,
        'resources/templates/list': cacheHint,
        'resources/read': cacheHint,
        'server/discover': cacheHint,
      },
      requestState: { verify: state.verify },
    },
  );
  addTools(server, state);
  addResources(server);
  addPrompts(server);
  if (sessions) {
    server.server.setRequestHandler('resources/subscribe', () => ({}));
    server.server.setRequestHandler('resources/unsubscribe', () => ({}));
  }
  return server;
}

function addResources(server: McpServer): void {
  const plain = (name: string, words: string): void => {
    server.registerResource(name, `test://${name}`, { description: name, mimeType: 'text/plain' }, ({ href }) => ({
      contents: [{ uri: href, mimeType: 'text/plain', text: words }],
    }));
  };
  plain('static-text', 'This is the content of the static text resource.');
  plain('watched-resource', 'Nothing happens here.');
  const binary = { description: 'A picture', mimeType: 'image/png' };
  server.registerResource('static-binary', 'test://static-binary', binary, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'image/png', blob: picture }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  const about = { description: 'Data by id', mimeType: 'application/json' };
  server.registerResource('template', template, about, ({ href }, { id }) => ({
    contents: [
      {
        uri: href,
        mimeType: 'application/json',
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
      },
    ],
  }));
}

const said = (text: string) => ({ role: 'user' as const, content: { type: 'text' as const, text } });

function addPrompts(server: McpServer): void {
  const described = { description: 'What the conformance suite asks for.' };
  server.registerPrompt('test_simple_prompt', described, () => ({
    messages: [said('This is a simple prompt for testing.')],
  }));
  const offered = completable(z.string().describe('First test argument'), (typed) =>
    ['paris', 'park', 'party'].filter((word) => word.startsWith(typed)),
  );
  const argsSchema = z.object({ arg1: offered, arg2: z.string().describe('Second test argument') });
  server.registerPrompt('test_prompt_with_arguments', { ...described, argsSchema }, ({ arg1, arg2 }) => ({
    messages: [said(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  }));
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { ...described, argsSchema: z.object({ resourceUri: z.string().describe('What to embed') }) },
    ({ resourceUri: uri }) => ({
      messages: [
        {
          role: 'user',
          content: {
            type: 'resource',
            resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
          },
        },
        said('Please process the embedded resource above.'),
      ],
    }),
  );
  server.registerPrompt('test_prompt_with_image', described, () => ({
    messages: [
      { role: 'user', content: { type: 'image', data: picture, mimeType: 'image/png' } },
      said('Please analyze the image above.'),
    ],
  }));
  server.registerPrompt('test_input_required_result_prompt', described, ({ mcpReq }) => {
    const context = acceptedContent(mcpReq.inputResponses, 'user_context')?.context;
    if (typeof context === 'string') return { messages: [said(`In the context of ${context}.`)] };
    return inputRequired({
      inputRequests: {
        user_context: inputRequired.elicit({
          message: 'What context should the prompt use?',
          requestedSchema: { type: 'object', properties: { context: { type: 'string' } }, required: ['context'] },
        }),
      },
    });
  });
}
