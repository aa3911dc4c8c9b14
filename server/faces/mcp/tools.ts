// The two tools, derived from operations: what each is called, what its arguments are, and which operation answers it.
import { z } from 'zod';
import { article, articleExcerpt } from '../../../build/edition/article.ts';
import { getArticle } from '../../operations/get-article.ts';
import { getContext } from '../../operations/get-context.ts';
import type { Operation } from '../../operations/operation.ts';
import { defaultPageSize } from '../../operations/parameters.ts';
import { search } from '../../operations/search.ts';

export interface Tool {
  name: string;
  title: string;
  /** Every agent pays for each of its words, in every conversation. */
  description: string;
  operation: Operation;
  /** Argument → parameter of the operation, where the two have different names. */
  renamed: Readonly<Record<string, string>>;
  /** Parameters that are no arguments: they choose what only HTTP can answer. */
  withheld: readonly string[];
  /** What callers write when they mean an argument, beside the synonyms of parameters. */
  synonyms: Readonly<Record<string, string>>;
  /** What an argument says about itself, where the parameter says something else. */
  descriptions: Readonly<Record<string, string>>;
  /** The shape of `structuredContent`. */
  output: z.ZodObject;
  /** The same tool over another operation, which answers when an argument is given that only this one has. */
  budgeted?: { argument: string; tool: Tool };
}

/** A call of a tool, as an answer suggests it. */
export const suggestedCall = z
  .strictObject({ tool: z.string(), arguments: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])) })
  .meta({ id: 'SuggestedCall' });
export type SuggestedCall = z.infer<typeof suggestedCall>;

const nextStep = suggestedCall.optional().describe('A call that is worth making next.');

/** A passage, with the call that gets its whole section instead of a request. */
const passages = z
  .array(getContext.output.shape.passages.element.omit({ get: true }).extend({ call: suggestedCall }))
  .optional()
  .describe('With maxTokens: the passages that answer, the best first.');

const searching = {
  name: 'search',
  title: 'Search the articles',
  description:
    'Finds articles by words or a question, in Chinese or English; without q, the newest; with maxTokens, the passages that answer. Read more with fetch.',
  renamed: {},
  withheld: [],
  synonyms: {},
  descriptions: {
    q: 'words, a question or an identifier',
    lang: 'the only language of the answer; it does not change what is found',
    pageSize: `${defaultPageSize} without it`,
    facets: 'also count what each value of the filters would find',
    maxTokens:
      'instead of a list, the passages that answer q, which it needs: at most so many tokens of text; not with page, pageSize, facets or snippet',
  },
  output: z.strictObject({
    ...search.output.partial().shape,
    ...getContext.output.partial().shape,
    passages,
    suggestions: z.array(suggestedCall).optional().describe('When nothing is found: calls that do find something.'),
    nextStep,
  }),
} satisfies Omit<Tool, 'operation'>;

const searchTool: Tool = {
  ...searching,
  operation: search,
  budgeted: { argument: 'maxTokens', tool: { ...searching, operation: getContext } },
};

/** What a whole article and an excerpt both have. */
const always = (({ id, slug, title, summary, digest, links }) => ({ id, slug, title, summary, digest, links }))(
  article.shape,
);

/** What was left out, with the call that gets it instead of a request. */
const omitted = z
  .array(articleExcerpt.shape.omitted.element.omit({ get: true }).extend({ call: suggestedCall }))
  .optional()
  .describe('What was asked for and left out, in the order of the article.');

const fetchTool: Tool = {
  name: 'fetch',
  title: 'Get an article',
  description:
    'An article by its id or slug, whole or only as many of its sections as fit into maxTokens, with status, confidence and digest. Cite slug, digest and section.',
  operation: getArticle,
  renamed: { id: 'slug' },
  withheld: ['format'],
  synonyms: Object.fromEntries(
    [
      'slug',
      'article',
      'articleId',
      'article_id',
      'docId',
      'doc_id',
      'documentId',
      'name',
      'path',
      'ref',
      'uri',
      'url',
    ].map((name) => [name, 'id']),
  ),
  descriptions: {
    id: 'the slug or id of an article, as search gives them, or a citation slug@digest#section',
    lang: 'the only language of the answer; without it, both',
    section: 'only the section with this anchor',
    maxTokens: 'at most so many tokens of text: what fits, and what is left out',
    digest: 'the text that was cited, also when it is an earlier one',
  },
  output: z.strictObject({
    ...article.partial().shape,
    ...articleExcerpt.partial().shape,
    ...always,
    omitted,
    nextStep,
  }),
};

export const tools: readonly Tool[] = [searchTool, fetchTool];

/** The parameter of the operation that an argument is. */
export const parameterOf = ({ renamed }: Tool, argument: string): string => renamed[argument] ?? argument;

/** The argument that a parameter of the operation is; undefined when it is none. */
export function argumentOf({ renamed, withheld }: Tool, parameter: string): string | undefined {
  if (withheld.includes(parameter)) return undefined;
  return Object.keys(renamed).find((argument) => renamed[argument] === parameter) ?? parameter;
}

/** Every argument, in the order of the operation's parameters. */
export const argumentsOf = (tool: Tool): string[] => [
  ...Object.keys(tool.operation.input.shape).flatMap((parameter) => argumentOf(tool, parameter) ?? []),
  ...(tool.budgeted === undefined ? [] : [tool.budgeted.argument]),
];

/** The tools, each once for every operation that it calls. */
export const everyTool: readonly Tool[] = tools.flatMap((tool) => [
  tool,
  ...(tool.budgeted === undefined ? [] : [tool.budgeted.tool]),
]);
