// The tools that the official conformance suite calls: what its scenarios say they do, and nothing of the product.
import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequest,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

/** One red pixel. */
export const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** A WAV file without a sample. */
const sound = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQAAAAA=';

/** The SDK gives its members no types. */
type Envelope = { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined;

type Answer = CallToolResult | InputRequiredResult;

const text = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] });
/** The scenarios ask for pauses between notifications. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

export function addTools(server: McpServer, state: RequestStateCodec): void {
  const add = (name: string, answer: (context: ServerContext) => Answer | Promise<Answer>): void => {
    server.registerTool(name, { description: `What the conformance suite asks of ${name}.` }, answer);
  };
  addContents(add);
  addNotifications(add);
  addForms(server, add);
  addInputs(add);
  addStates(add, state);
}

type Add = (name: string, answer: (context: ServerContext) => Answer | Promise<Answer>) => void;

function addContents(add: Add): void {
  const image = { type: 'image', data: picture, mimeType: 'image/png' } as const;
  add('test_simple_text', () => text('This is a simple text response for testing.'));
  add('test_image_content', () => ({ content: [image] }));
  add('test_audio_content', () => ({ content: [{ type: 'audio', data: sound, mimeType: 'audio/wav' }] }));
  add('test_embedded_resource', () => ({
    content: [
      {
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      },
    ],
  }));
  add('test_multiple_content_types', () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: '{"test":"data","value":123}',
        },
      },
    ],
  }));
  add('test_error_handling', () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
}

function addNotifications(add: Add): void {
  add('test_tool_with_logging', async ({ mcpReq }) => {
    await mcpReq.log('info', 'Tool execution started');
    await pause();
    await mcpReq.log('info', 'Tool processing data');
    await pause();
    await mcpReq.log('info', 'Tool execution completed');
    return text('It logged three times.');
  });
  add('test_logging_tool', async ({ mcpReq }) => {
    await mcpReq.log('info', 'Only for those who set a level.');
    return text('It logged.');
  });
  add('test_tool_with_progress', async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progress > 0) await pause();
      if (progressToken !== undefined)
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
    }
    return text('It told of its progress.');
  });
}

const form = (message: string, properties: Record<string, object>, required = Object.keys(properties)): InputRequest =>
  inputRequired.elicit({ message, requestedSchema: { type: 'object', properties: properties as never, required } });

const question = (words: string, maxTokens: number): InputRequest =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: words } }], maxTokens });

const told = (what: string, { mcpReq }: ServerContext, key: string): CallToolResult => {
  const answer = inputResponse(mcpReq.inputResponses, key);
  return text(`${what}: ${JSON.stringify(answer)}`);
};

const isMissing = ({ mcpReq }: ServerContext, key: string): boolean =>
  inputResponse(mcpReq.inputResponses, key).kind === 'missing';

/** For revision 2025-11-25 the SDK sends what is required as requests of its own. */
function addForms(server: McpServer, add: Add): void {
  const asking = (name: string, argument: string, request: (given: string) => InputRequest): void => {
    server.registerTool(
      name,
      { description: `What the conformance suite asks of ${name}.`, inputSchema: z.object({ [argument]: z.string() }) },
      (given, context): Answer =>
        isMissing(context, 'asked')
          ? inputRequired({ inputRequests: { asked: request(given[argument] ?? '') } })
          : told('The client answered', context, 'asked'),
    );
  };
  asking('test_sampling', 'prompt', (prompt) => question(prompt, 100));
  asking('test_elicitation', 'message', (message) =>
    form(message, {
      username: { type: 'string', description: "User's response" },
      email: { type: 'string', description: "User's email address" },
    }),
  );
  const filling = (name: string, properties: Record<string, object>): void =>
    add(name, (context) =>
      isMissing(context, 'filled')
        ? inputRequired({ inputRequests: { filled: form('Please fill in the form', properties, []) } })
        : told('Elicitation completed', context, 'filled'),
    );
  filling('test_elicitation_sep1034_defaults', {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  });
  const three = ['option1', 'option2', 'option3'];
  const titled = (title: string) =>
    ['value1', 'value2', 'value3'].map((value, at) => ({
      const: value,
      title: `${['First', 'Second', 'Third'][at]} ${title}`,
    }));
  filling('test_elicitation_sep1330_enums', {
    untitledSingle: { type: 'string', enum: three },
    titledSingle: { type: 'string', oneOf: titled('Option') },
    legacyEnum: {
      type: 'string',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: { type: 'array', items: { type: 'string', enum: three } },
    titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
  });
}

export const nameForm = (message: string): InputRequest => form(message, { name: { type: 'string' } });

function addInputs(add: Add): void {
  add('test_input_required_result_elicitation', ({ mcpReq }) => {
    const name = acceptedContent(mcpReq.inputResponses, 'user_name')?.name;
    return typeof name === 'string'
      ? text(`Hello, ${name}!`)
      : inputRequired({ inputRequests: { user_name: nameForm('What is your name?') } });
  });
  add('test_streaming_elicitation', (context) =>
    isMissing(context, 'user_name')
      ? inputRequired({ inputRequests: { user_name: nameForm('What is your name?') } })
      : told('Named', context, 'user_name'),
  );
  add('test_input_required_result_sampling', (context) =>
    isMissing(context, 'capital_question')
      ? inputRequired({ inputRequests: { capital_question: question('What is the capital of France?', 100) } })
      : told('The model answered', context, 'capital_question'),
  );
  add('test_input_required_result_list_roots', (context) =>
    isMissing(context, 'client_roots')
      ? inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
      : told('The roots', context, 'client_roots'),
  );
  // The client has declared no sampling, so the SDK refuses to ask it.
  add('test_missing_capability', () => inputRequired({ inputRequests: { asked: question('Are you there?', 10) } }));
  add('test_input_required_result_capabilities', ({ mcpReq }) => {
    const declared = (mcpReq.envelope as Envelope)?.[CLIENT_CAPABILITIES_META_KEY];
    if (Object.keys(mcpReq.inputResponses ?? {}).length > 0) return text('The client answered what it can.');
    return inputRequired({
      inputRequests: {
        ...(declared?.elicitation !== undefined && { named: nameForm('What is your name?') }),
        ...(declared?.sampling !== undefined && { asked: question('What is the capital of France?', 100) }),
      },
    });
  });
}

function addStates(add: Add, state: RequestStateCodec): void {
  const confirming = (name: string, done: string): void =>
    add(name, async (context) =>
      acceptedContent(context.mcpReq.inputResponses, 'confirm') === undefined
        ? inputRequired({
            inputRequests: { confirm: form('Please confirm', { ok: { type: 'boolean' } }) },
            requestState: await state.mint({ asked: name }, context),
          })
        : text(done),
    );
  confirming('test_input_required_result_request_state', 'state-ok');
  confirming('test_input_required_result_tampered_state', 'The state is ours.');
  add('test_input_required_result_multiple_inputs', async (context) =>
    ['user_name', 'greeting', 'client_roots'].some((key) => isMissing(context, key))
      ? inputRequired({
          inputRequests: {
            user_name: nameForm('What is your name?'),
            greeting: question('Generate a greeting', 50),
            client_roots: inputRequired.listRoots(),
          },
          requestState: await state.mint({ asked: 'everything' }, context),
        })
      : text('All of it was answered.'),
  );
  add('test_input_required_result_multi_round', async (context) => {
    const round = context.mcpReq.requestState<{ round: number }>()?.round ?? 0;
    const next = async (key: string, request: InputRequest) =>
      inputRequired({
        inputRequests: { [key]: request },
        requestState: await state.mint({ round: round + 1 }, context),
      });
    if (round === 0) return next('step1', nameForm('Step 1: What is your name?'));
    if (round === 1) return next('step2', form('Step 2: What is your favorite color?', { color: { type: 'string' } }));
    return text('Both steps are done.');
  });
}
