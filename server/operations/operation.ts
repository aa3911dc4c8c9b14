// An operation is a kind of request, declared once. The faces (HTTP, OpenAPI, MCP, pages) are derived from the declaration. Operations
// are pure: they read a library and return prebuilt pieces, and do not see the HTTP request or response.
import type { z } from 'zod';
import { domainIds, type SiteSettings } from '../../build/edition/site-settings.ts';
import type { Library } from '../library.ts';
import type { Problem } from '../problems.ts';
import type { Endpoint } from '../state/agents.ts';
import type { AgentRecord } from '../state/store.ts';
import { oneOf } from './parameters.ts';
import type { Sample } from './samples.ts';

/** A part of a body: prebuilt bytes from the edition, or text made now. */
export type Piece = Buffer | string;

/** The pieces of a body, joined. */
export const joined = (pieces: readonly Piece[]): Buffer =>
  Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));

export interface Context {
  library: Library;
  /** The public address of the server, without a trailing slash. */
  origin: string;
  /** The format from the Accept header, for callers without the parameter `format`. */
  preferredFormat: 'json' | 'markdown';
  /** The calling agent with its record, if it is registered; set only with `needsAgent`. */
  agent: { id: string; record: AgentRecord | undefined } | undefined;
}

/** The address of another representation of the answer, or its canonical address, for the Link header. */
export interface RelatedAddress {
  /** The path with its query string. */
  path: string;
  /** `latest-version` leads from an earlier text to the present one (RFC 5829). */
  rel: 'alternate' | 'canonical' | 'latest-version';
  type?: string;
}

export type Outcome =
  /** The joined `pieces` are the JSON text of `data`. Two answers with the same `tag` are equal. */
  (
    | {
        kind: 'data';
        pieces: Piece[];
        tag: string;
        nextStep?: string;
        negotiated?: boolean;
        related?: readonly RelatedAddress[];
        /** The total number of matches of a search. */
        total?: number;
        /** The query, if it is to be counted in the statistics. Absent for further pages and for filtered searches. */
        asked?: string;
      }
    | { kind: 'markdown'; pieces: Piece[]; tag: string; negotiated?: boolean; related?: readonly RelatedAddress[] }
    /** A redirect to the present path of the resource, with the query string. */
    | { kind: 'moved'; path: string }
    | { kind: 'problem'; problem: Problem }
  ) & {
    /** The answer must not be cached, because it depends on a kept edition that may be deleted. */
    isPassing?: true;
  };

/** The subjects of operations, as groups in the documentation. */
export const subjects = {
  Articles: 'Finding and reading articles.',
  Changes: 'Finding out whether what you have read still holds.',
  Agents: 'Statistics of the calling agent.',
} as const;

export interface Operation<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  name: string;
  summary: string;
  description: string;
  subject: keyof typeof subjects;
  /** The path below the API prefix, with `{parameter}` for path parameters. */
  path: string;
  endpoint: Endpoint;
  /** The schema of all parameters, those in the path and those in the query string. Values arrive as text. */
  input: Input;
  /** The schema of `data`. */
  output: Output;
  /** Other media types of the answer besides JSON. */
  alsoAnswers?: 'markdown';
  /** Whether the operation can answer with a redirect. */
  mayMove?: boolean;
  /** Whether the operation can answer 404. */
  mayMiss?: boolean;
  /** Whether an answer is valid only once: no cache keeps it, and it has no entity tag. */
  isFresh?: boolean;
  /** Whether the operation needs the header x-agent-id. */
  needsAgent?: boolean;
  /** Requests whose answers the documentation shows; the first successful one should use as many parameters as possible. */
  samples(library: Library): Sample[];
  run(context: Context, input: z.infer<Input>): Outcome;
}

/** Declares an operation with its types inferred. */
export function operation<Input extends z.ZodObject, Output extends z.ZodType>(
  declared: Operation<Input, Output>,
): Operation<Input, Output> {
  return declared;
}

const ofSites = new WeakMap<Operation, WeakMap<SiteSettings, Operation>>();

/** The operation with the domains of a site as the values of its parameter `domain`; made once for each site. */
export function operationOf(declared: Operation, site: SiteSettings): Operation {
  if (!('domain' in declared.input.shape)) return declared;
  const made = ofSites.get(declared) ?? new WeakMap<SiteSettings, Operation>();
  ofSites.set(declared, made);
  const known = made.get(site);
  if (known !== undefined) return known;
  const [first = '', ...others] = domainIds(site);
  const own = { ...declared, input: declared.input.extend({ domain: oneOf([first, ...others]) }) };
  made.set(site, own);
  return own;
}

export const problem = (found: Problem): Outcome => ({ kind: 'problem', problem: found });
