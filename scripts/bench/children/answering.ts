// The other side of `helper.ts`: answers what the benchmark asks, and ends with it.
import { z } from 'zod';

const message = z.object({ number: z.number(), kind: z.string(), question: z.unknown() });

export interface Answer {
  kind: string;
  answer: (question: unknown) => Promise<unknown>;
}

/** How a kind of question is answered; the schema says what is asked. */
export const answerTo = <Question>(
  kind: string,
  question: z.ZodType<Question>,
  work: (question: Question) => Promise<unknown> | unknown,
): Answer => ({ kind, answer: async (given) => work(question.parse(given)) });

/** Answers until the parent goes away; then `leave` has the last word. */
export function answerParent(answers: readonly Answer[], leave: () => Promise<void> = async () => undefined): void {
  process.on('message', (given) => {
    const { number, kind, question } = message.parse(given);
    void replyTo(answers, kind, question).then((reply) => process.send?.({ number, ...reply }));
  });
  process.once('disconnect', () => void leave().finally(() => process.exit()));
}

async function replyTo(answers: readonly Answer[], kind: string, question: unknown): Promise<object> {
  try {
    const found = answers.find((answer) => answer.kind === kind);
    if (found === undefined) throw new Error(`nobody answers ${kind}`);
    return { reply: await found.answer(question) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
