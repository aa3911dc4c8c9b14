// Follows `meta.nextStep` and the suggestions in answers, as a client program would.
import { expect } from 'vitest';
import type { Envelope } from '../server.ts';
import type { Contract } from './contract.ts';

/** Requests the next step of an answer, which must be a GET request. */
export function followed({ get }: Contract, { meta }: Pick<Envelope, 'meta'>): Promise<Response> {
  expect(meta.nextStep).toMatch(/^GET \/[\x21-\x7e]+$/);
  return get((meta.nextStep ?? '').slice('GET '.length));
}

/** The suggestion for the only wrong parameter of a search; undefined if the answer has no suggestion. */
export async function closestTo({ api }: Contract, query: string): Promise<string | undefined> {
  const { status, body } = await api(`/api/v1/search?${query}`);
  expect([status, body.error?.details?.length], query).toEqual([400, 1]);
  return body.error.details[0].suggestion;
}
