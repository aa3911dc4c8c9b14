// HTTP specification, section 2.1: the common response envelope.
import { expect } from 'vitest';
import type { Answer, Contract } from '../contract.ts';
import { answersTo, badPaths, goodPaths, known, timestampPattern } from '../samples.ts';
import type { Section } from '../statement.ts';

const successes = (contract: Contract): Promise<Answer[]> =>
  answersTo(contract, [...goodPaths, `/api/v1/articles/${known.completeId}`]);
const failures = (contract: Contract): Promise<Answer[]> =>
  answersTo(
    contract,
    badPaths.map(([path]) => path),
  );

export const envelope: Section = [
  {
    id: '2.1.1',
    text: 'Every JSON response has exactly success, data, error and meta.',
    async check(contract) {
      for (const { body } of [...(await successes(contract)), ...(await failures(contract))]) {
        expect(Object.keys(body)).toEqual(['success', 'data', 'error', 'meta']);
      }
    },
  },
  {
    id: '2.1.2',
    text: 'success is true on success and false otherwise.',
    async check(contract) {
      for (const { body } of await successes(contract)) expect(body.success).toBe(true);
      for (const { body } of await failures(contract)) expect(body.success).toBe(false);
    },
  },
  {
    id: '2.1.3',
    text: 'data is the payload as an object, or null.',
    async check(contract) {
      for (const { status, body } of await successes(contract)) {
        expect(body.data).toEqual(status === 200 ? expect.any(Object) : null);
        expect(Array.isArray(body.data)).toBe(false);
      }
      for (const { body } of await failures(contract)) expect(body.data).toBeNull();
    },
  },
  {
    id: '2.1.4',
    text: 'error is null on success, else an object.',
    async check(contract) {
      for (const { body } of await successes(contract)) expect(body.error).toBeNull();
      for (const { body } of await failures(contract)) expect(body.error).toEqual(expect.any(Object));
    },
  },
  {
    id: '2.1.5',
    text: 'meta is an object with request metadata and nothing else.',
    async check(contract) {
      for (const { body } of [...(await successes(contract)), ...(await failures(contract))]) {
        expect(['requestId', 'timestamp', 'nextStep']).toEqual(expect.arrayContaining(Object.keys(body.meta)));
      }
    },
  },
  {
    id: '2.1.6',
    text: 'meta.requestId has the form req_<id>, another one for each request.',
    async check(contract) {
      const answers = [...(await successes(contract)), ...(await failures(contract))];
      const ids = answers.map(({ body }) => body.meta.requestId);
      for (const id of ids) expect(id).toMatch(/^req_[A-Za-z0-9]+$/);
      expect(new Set(ids).size).toBe(ids.length);
    },
  },
  {
    id: '2.1.7',
    text: 'meta.timestamp is an ISO 8601 UTC timestamp: the moment of the request.',
    async check(contract) {
      for (const { body } of [...(await successes(contract)), ...(await failures(contract))]) {
        expect(body.meta.timestamp).toMatch(timestampPattern);
        // The tests' clock stands still at this moment.
        expect(body.meta.timestamp).toBe('2026-01-31T12:00:00.000Z');
      }
    },
  },
  {
    id: '2.1.8',
    text: 'meta.nextStep, on some responses only, is written as <METHOD> <path with query>.',
    async check(contract) {
      const answers = [...(await successes(contract)), ...(await failures(contract))];
      const steps = answers.map(({ body }) => body.meta.nextStep);
      expect(steps).toContain(undefined);
      expect(steps.filter((step) => step !== undefined).length).toBeGreaterThan(5);
      for (const step of steps) if (step !== undefined) expect(step).toMatch(/^GET \/[\x21-\x7e]+$/);
    },
  },
];
