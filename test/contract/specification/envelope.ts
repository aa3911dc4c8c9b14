// HTTP specification, section 2.1: the common response envelope.
import { expect } from 'vitest';
import type { Answer, Contract } from '../contract.ts';
import { answersTo, badPaths, goodPaths, known, timestampPattern } from '../samples.ts';
import { type Section, section } from '../statement.ts';

const successes = (contract: Contract): Promise<Answer[]> =>
  answersTo(contract, [...goodPaths, `/api/v1/articles/${known.completeId}`]);
const failures = (contract: Contract): Promise<Answer[]> =>
  answersTo(
    contract,
    badPaths.map(([path]) => path),
  );

const everyAnswer = async (contract: Contract): Promise<Answer[]> => [
  ...(await successes(contract)),
  ...(await failures(contract)),
];

export const envelope: Section = section('2.1', {
  'Every JSON response has exactly success, data, error and meta.': async (contract) => {
    for (const { body } of await everyAnswer(contract)) {
      expect(Object.keys(body)).toEqual(['success', 'data', 'error', 'meta']);
    }
  },
  'success is true on success and false otherwise.': async (contract) => {
    for (const { body } of await successes(contract)) expect(body.success).toBe(true);
    for (const { body } of await failures(contract)) expect(body.success).toBe(false);
  },
  'data is an object on success, and null on a redirect or an error.': async (contract) => {
    for (const { status, body } of await successes(contract)) {
      expect(body.data).toEqual(status === 200 ? expect.any(Object) : null);
      expect(Array.isArray(body.data)).toBe(false);
    }
    for (const { body } of await failures(contract)) expect(body.data).toBeNull();
  },
  'error is null on success and an object otherwise.': async (contract) => {
    for (const { body } of await successes(contract)) expect(body.error).toBeNull();
    for (const { body } of await failures(contract)) expect(body.error).toEqual(expect.any(Object));
  },
  'meta contains only requestId, timestamp and nextStep.': async (contract) => {
    for (const { body } of await everyAnswer(contract)) {
      expect(['requestId', 'timestamp', 'nextStep']).toEqual(expect.arrayContaining(Object.keys(body.meta)));
    }
  },
  'meta.requestId has the form req_<id> and differs for each request.': async (contract) => {
    const ids = (await everyAnswer(contract)).map(({ body }) => body.meta.requestId);
    for (const id of ids) expect(id).toMatch(/^req_[A-Za-z0-9]+$/);
    expect(new Set(ids).size).toBe(ids.length);
  },
  'meta.timestamp is the time of the request as an ISO 8601 UTC timestamp.': async (contract) => {
    for (const { body } of await everyAnswer(contract)) {
      expect(body.meta.timestamp).toMatch(timestampPattern);
      // The clock of the test server is fixed at this time.
      expect(body.meta.timestamp).toBe('2026-01-31T12:00:00.000Z');
    }
  },
  'meta.nextStep is absent or has the form <METHOD> <path with query>.': async (contract) => {
    const steps = (await everyAnswer(contract)).map(({ body }) => body.meta.nextStep);
    expect(steps).toContain(undefined);
    expect(steps.filter((step) => step !== undefined).length).toBeGreaterThan(5);
    for (const step of steps) if (step !== undefined) expect(step).toMatch(/^GET \/[\x21-\x7e]+$/);
  },
});
