// The three tools: their arguments, the operation behind each, and the schema of the answer. Descriptions are short, because an agent
// pays for each of their words in every conversation.
import { z } from 'zod';
import { articleExcerpt, searchItem } from '../../../build/edition/article-schema.ts';
import { pagePath } from '../../../build/edition/locations.ts';
import { separator } from '../../../build/edition/section-format.ts';
import type { SiteSettings } from '../../../build/edition/site-settings.ts';
import { type Language, languages } from '../../../build/edition/vocabulary.ts';
import { getArticle } from '../../operations/get-article.ts';
import { getContext } from '../../operations/get-context.ts';
import { type Operation, operationOf } from '../../operations/operation.ts';
import { search } from '../../operations/search.ts';
import { languageOf } from '../../search/query.ts';
import { percentDecoded } from '../http/query-string.ts';

export type JsonSchema = Record<string, unknown>;

/** Parameter of an operation → its value as text. */
export type Values = Readonly<Record<string, string>>;

interface Argument {
  /** The parameter of the operation that the argument sets; absent when both have the same name. */
  parameter?: string;
  /** Absent when name, type and bounds are clear enough. */
  description?: string;
  default?: number;
}

interface ToolDeclaration {
  name: string;
  title: string;
  description: string;
  operation: Operation;
  arguments: Readonly<Record<string, Argument>>;
  required: string;
  /** Further names that callers use for the required argument, besides the synonyms of its parameter. */
  synonyms?: readonly string[];
  /** Adds the tool's own defaults for parameters that the caller omitted. */
  complete(values: Values): Values;
  /** The languages to try one after the other when the caller names none. `undefined` lets the operation choose the language. */
  languages(values: Values): readonly (Language | undefined)[];
  /** The schema of an answer. Every tool adds the fields in `judgement` to it. */
  output: z.ZodObject;
  /** Makes the answer from the operation's data; `origin` is the public address without a trailing slash. */
  answer(data: unknown, origin: string): Record<string, unknown>;
}

export interface Tool extends ToolDeclaration {
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
}

/** The fields that say how well the answer matches the query. They are absent for operations without a query. */
export const judgement = z.object({
  match: z.enum(['strong', 'weak', 'none']).optional(),
  unmatched: z.array(z.string()).optional(),
  used: z.string().optional(),
});

const query = { parameter: 'q', description: 'words, a question or an error message' };
const lang = { description: 'language of the answer' };

const relevance = z.number().optional();
const foundItems = z.object({
  items: z.array(z.object({ ...searchItem.shape, relevance })),
  pagination: z.object({ total: z.number() }),
});
const trust = { status: z.string(), confidence: z.number(), risk: z.string().optional() };
const allowed = z.array(z.unknown()).optional();

export const searchTool = tool({
  name: 'search',
  title: 'Search articles',
  description: 'Find articles, in Chinese or English. `match` says whether any answers. Read one with fetch.',
  operation: search,
  arguments: {
    query: { ...query, description: `${query.description}; "" lists the newest` },
    lang,
    domain: {},
    status: {},
    minConfidence: {},
    maxRisk: {},
    page: {},
    pageSize: { default: 5 },
  },
  required: 'query',
  complete: (values) => ({ pageSize: '5', snippet: 'true', ...values }),
  languages: ({ q = '' }) => [languageOf(q)],
  output: z.object({
    results: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        url: z.string(),
        snippet: z.string(),
        ...trust,
        relevance,
        allowed,
      }),
    ),
    total: z.number(),
  }),
  answer(data, origin) {
    const { items, pagination } = foundItems.parse(data);
    const results = items.map((item) => {
      const language = languageIn(item.title);
      return {
        id: item.slug,
        title: item.title[language] ?? '',
        url: `${origin}${pagePath(item.slug, language)}`,
        snippet: item.snippet?.[language] ?? shortened(item.summary[language] ?? ''),
        ...trustOf(item),
        relevance: item.relevance,
      };
    });
    return { results, total: pagination.total };
  },
});

const foundPassages = z.object({
  passages: z.array(z.object({ ...getContext.output.shape.passages.element.shape, relevance })),
});
const usualTokens = 800;

const contextTool = tool({
  name: 'context',
  title: 'Get passages that answer',
  description: 'Get the passages that answer a question, with citations. Pass a citation to fetch as id to read on.',
  operation: getContext,
  arguments: { query, maxTokens: { default: usualTokens }, lang, domain: {} },
  required: 'query',
  complete: (values) => ({ maxTokens: String(usualTokens), ...values }),
  languages: () => [undefined],
  output: z.object({
    passages: z.array(
      z.object({
        title: z.string(),
        section: z.string(),
        citation: z.string(),
        ...trust,
        relevance,
        evidence: z.string().optional(),
        complete: z.boolean().optional(),
        text: z.string(),
        allowed,
      }),
    ),
  }),
  answer(data) {
    const passages = foundPassages.parse(data).passages.map((passage) => ({
      title: passage.title,
      section: passage.section,
      citation: shortCitation(passage.citation),
      ...trustOf(passage),
      relevance: passage.relevance,
      ...(passage.evidence !== 'none' && { evidence: passage.evidence }),
      ...(!passage.complete && { complete: false }),
      text: passage.text,
    }));
    return { passages };
  },
});

/** The token bound of `fetch` without a query. Articles are usually shorter. */
const wholeArticle = 20_000;

const fetchTool = tool({
  name: 'fetch',
  title: 'Read an article',
  description: 'Read an article, or only the sections asked for. Cite metadata.citation.',
  operation: getArticle,
  arguments: {
    id: { parameter: 'slug', description: 'id, citation or URL of an article' },
    query: { parameter: 'q', description: 'only the sections that answer this' },
    section: { description: 'only the section with this anchor' },
    maxTokens: { description: 'default: all; 800 with query' },
    lang: { description: 'default: that of query, else en' },
    digest: { description: 'digest of an earlier text to read' },
  },
  required: 'id',
  synonyms: ['slug', 'article', 'articleId', 'docId', 'documentId', 'citation', 'name', 'path', 'ref', 'uri', 'url'],
  complete({ slug, ...values }) {
    const maxTokens = String(values.q === undefined ? wholeArticle : usualTokens);
    return { maxTokens, ...(slug !== undefined && named(slug)), ...values };
  },
  languages({ slug = '', section = /#(.+)$/s.exec(slug)?.[1], q = '' }) {
    const first = languageOf(q + (section ?? ''));
    // An anchor is usually in the language of the text that it points into. Its words may not show which language, so both are tried.
    return section === undefined ? [first] : [first, first === 'zh' ? 'en' : 'zh'];
  },
  output: z.object({
    id: z.string(),
    title: z.string(),
    text: z.string(),
    url: z.string(),
    metadata: z.object({
      ...trust,
      lang: z.string(),
      domain: z.string(),
      updatedAt: z.string(),
      citation: z.string(),
      supersededBy: z.string().optional(),
    }),
    omitted: z.array(z.string()).optional(),
    allowed,
  }),
  answer(data, origin) {
    const article = articleData.parse(data);
    const { slug, supersededBy } = article;
    const language = languageIn(article.title);
    const { allowed: exemptions, ...trusted } = trustOf(article);
    const citation = shortCitation(article.citation);
    const now = supersededBy === null ? 'removed' : shortCitation(`${supersededBy?.slug}@${supersededBy?.digest}`);
    const isPresent = supersededBy === undefined;
    const leftOut = [...article.sections.filter(({ complete }) => !complete), ...article.omitted];
    return {
      id: isPresent ? slug : citation,
      title: article.title[language] ?? '',
      text: article.sections.map(({ text }) => text).join(separator),
      // `supersededBy` is null for a removed article, which has no page.
      url: supersededBy === null ? article.links.json : `${origin}${pagePath(supersededBy?.slug ?? slug, language)}`,
      metadata: {
        ...trusted,
        lang: language,
        domain: article.domain,
        updatedAt: article.updatedAt,
        citation,
        ...(!isPresent && { supersededBy: now }),
      },
      ...(leftOut.length > 0 && { omitted: leftOut.map(({ section }) => section) }),
      allowed: exemptions,
    };
  },
});
const articleData = z.object(articleExcerpt.shape);

export const tools: readonly Tool[] = [searchTool, contextTool, fetchTool];

/** The language of an answer, which has its title in only one language. */
const languageIn = (title: Partial<Record<Language, string | undefined>>): Language =>
  languages.find((language) => title[language] !== undefined) ?? 'en';

interface Trusted {
  verificationStatus: string;
  confidenceScore: number;
  riskLevel: string;
  allowed?: z.infer<typeof searchItem>['allowed'];
}

/** The trust of an article. `risk` is absent when it is low. `allowed` is absent when the article has no exemption from a safety rule. */
const trustOf = ({ verificationStatus, confidenceScore, riskLevel, allowed: exemptions }: Trusted) => ({
  status: verificationStatus,
  confidence: confidenceScore,
  ...(riskLevel !== 'low' && { risk: riskLevel }),
  ...(exemptions !== undefined && { allowed: exemptions }),
});

/** Cuts the digest in a citation to twelve digits. They are enough to resolve it, and all sixty-four would take thirty tokens more. */
const shortCitation = (citation: string): string => citation.replace(/@sha256-([0-9a-f]{12})[0-9a-f]*/, '@$1');

const summaryLength = 160;

function shortened(text: string): string {
  const characters = [...text];
  return characters.length > summaryLength ? `${characters.slice(0, summaryLength).join('')}…` : text;
}

/**
 * Converts the id in a call to parameters. The id is a slug, a resource `kb://articles/<slug>`, or the address of an article's page,
 * which can also contain the language and the section.
 */
function named(id: string): Values {
  const address = /(?:^|\/)(?:(zh|en)\/)?articles\/([^/?#]+?)(?:\.md)?(?:\?[^#]*)?(?:#(.+))?$/s.exec(id.trim());
  if (address === null) return { slug: id.trim() };
  const [, language, slug = '', section] = address;
  return {
    slug,
    ...(language !== undefined && { lang: language }),
    ...(section !== undefined && { section: percentDecoded(section) ?? section }),
  };
}

function tool(declared: ToolDeclaration): Tool {
  // An argument whose parameter the operation does not have is dropped.
  const known = Object.entries(declared.arguments).filter(
    ([argument, { parameter = argument }]) => parameter in declared.operation.input.shape,
  );
  const { properties = {} } = z.toJSONSchema(declared.operation.input, { io: 'input' });
  const schemaOf = ([argument, { parameter = argument, ...own }]: [string, Argument]): [string, JsonSchema] => {
    const { type, enum: values, minimum, maximum } = Object(properties[parameter]);
    return [argument, { type, enum: values, minimum, maximum, ...own }];
  };
  const shape = z.object({ ...judgement.shape, notice: z.string().optional(), ...declared.output.shape });
  const { $schema: _dialect, ...outputSchema } = z.toJSONSchema(shape, { io: 'input' });
  return {
    ...declared,
    arguments: Object.fromEntries(known),
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(known.map(schemaOf)),
      required: [declared.required],
    },
    outputSchema,
  };
}

const ofSites = new WeakMap<Tool, WeakMap<SiteSettings, Tool>>();

/** The tool whose argument `domain` accepts the domains of the site. It is made once for each site. */
export function toolOf(declared: Tool, site: SiteSettings): Tool {
  const operation = operationOf(declared.operation, site);
  if (operation === declared.operation) return declared;
  const made = ofSites.get(declared) ?? new WeakMap<SiteSettings, Tool>();
  ofSites.set(declared, made);
  const known = made.get(site) ?? tool({ ...declared, operation });
  made.set(site, known);
  return known;
}

/** The parameter of the operation that an argument sets. */
export const parameterOf = ({ arguments: known }: Tool, argument: string): string =>
  known[argument]?.parameter ?? argument;

/** The argument that sets a parameter of the operation; undefined when none does. */
export const argumentFor = (tool: Tool, parameter: string): string | undefined =>
  Object.keys(tool.arguments).find((argument) => parameterOf(tool, argument) === parameter);
