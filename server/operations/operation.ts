// What an operation is: one thing callers can ask for, described once. Faces (HTTP, OpenAPI, pages) are derived from it.
// Operations are pure: they look at a library and answer with prebuilt pieces; they know no request and no response.
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

export interface Context {
  library: Library;
  /** The server's public address without a slash at its end. */
  origin: string;
  /** The format that a caller without the parameter `format` asks for by its Accept header. */
  preferredFormat: 'json' | 'markdown';
  /** The calling agent with its record, if it is registered; only where `needsAgent` says so. */
  agent: { id: string; record: AgentRecord | undefined } | undefined;
}

/** Another representation of what is answered, or its one address; for the header Link. */
export interface RelatedAddress {
  /** With query. */
  path: string;
  /** `latest-version` leads from an earlier text to the present one (RFC 5829). */
  rel: 'alternate' | 'canonical' | 'latest-version';
  type?: string;
}

export type Outcome =
  /** `pieces` together are the JSON text of `data`. Two answers with one `tag` are the same. */
  (
    | {
        kind: 'data';
        pieces: Piece[];
        tag: string;
        nextStep?: string;
        negotiated?: boolean;
        related?: readonly RelatedAddress[];
        /** How much a search found in all. */
        total?: number;
        /** The query of a search that was asked anew, of everything: not of a further page, and not through a filter. */
        asked?: string;
      }
    | { kind: 'markdown'; pieces: Piece[]; tag: string; negotiated?: boolean; related?: readonly RelatedAddress[] }
    /** The same thing under another path (with query). */
    | { kind: 'moved'; path: string }
    | { kind: 'problem'; problem: Problem }
  ) & {
    /** Read from what may go away while the library is served: asked again, the answer may be another. */
    isPassing?: true;
  };

/** What operations are about, as the documentation groups them. */
export const subjects = {
  Articles: 'Finding and reading articles.',
  Changes: 'Learning whether what was read still holds.',
  Agents: 'What the service counts for the calling agent.',
} as const;

export interface Operation<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  name: string;
  summary: string;
  description: string;
  subject: keyof typeof subjects;
  /** Below the API prefix, with `{parameter}` for path parameters. */
  path: string;
  endpoint: Endpoint;
  /** Every parameter, of the path and of the query. Values arrive as text. */
  input: Input;
  /** The shape of `data`. */
  output: Output;
  /** What can also be answered instead of JSON. */
  alsoAnswers?: 'markdown';
  /** Whether it can answer that the same thing is found under another path. */
  mayMove?: boolean;
  /** Whether it can answer that there is no such thing. */
  mayMiss?: boolean;
  /** Whether an answer holds for its moment only: no cache keeps it, and it has no entity tag. */
  isFresh?: boolean;
  /** Headers that the operation needs. */
  needsAgent?: boolean;
  /** Requests whose answers the documentation shows; the first that is answered shows every parameter at its best. */
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

/** An operation whose parameter `domain` takes the domains of a site; made once for each site. */
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
