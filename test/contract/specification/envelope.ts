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
  'data is the payload as an object, or null.': async (contract) => {
    for (const { status, body } of await successes(contract)) {
      expect(body.data).toEqual(status === 200 ? expect.any(Object) : null);
      expect(Array.isArray(body.data)).toBe(false);
    }
    for (const { body } of await failures(contract)) expect(body.data).toBeNull();
  },
  'error is null on success, else an object.': async (contract) => {
    for (const { body } of await successes(contract)) expect(body.error).toBeNull();
    for (const { body } of await failures(contract)) expect(body.error).toEqual(expect.any(Object));
  },
  'meta is an object with request metadata and nothing else.': async (contract) => {
    for (const { body } of await everyAnswer(contract)) {
      expect(['requestId', 'timestamp', 'nextStep']).toEqual(expect.arrayContaining(Object.keys(body.meta)));
    }
  },
  'meta.requestId has the form req_<id>, another one for each request.': async (contract) => {
    const ids = (await everyAnswer(contract)).map(({ body }) => body.meta.requestId);
    for (const id of ids) expect(id).toMatch(/^req_[A-Za-z0-9]+$/);
    expect(new Set(ids).size).toBe(ids.length);
  },
  'meta.timestamp is an ISO 8601 UTC timestamp: the moment of the request.': async (contract) => {
    for (const { body } of await everyAnswer(contract)) {
      expect(body.meta.timestamp).toMatch(timestampPattern);
      // The clock of the tests is fixed at this time.
      expect(body.meta.timestamp).toBe('2026-01-31T12:00:00.000Z');
    }
  },
  'meta.nextStep, on some responses only, is written as <METHOD> <path with query>.': async (contract) => {
    const steps = (await everyAnswer(contract)).map(({ body }) => body.meta.nextStep);
    expect(steps).toContain(undefined);
    expect(steps.filter((step) => step !== undefined).length).toBeGreaterThan(5);
    for (const step of steps) if (step !== undefined) expect(step).toMatch(/^GET \/[\x21-\x7e]+$/);
  },
});
