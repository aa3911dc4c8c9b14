// The fields of JSON answers.
import { expect } from 'vitest';
import { ask } from '../../answers.ts';
import { known } from '../samples.ts';
import { type Section, section } from '../statement.ts';

const keysOf = (value: object | undefined): string[] => Object.keys(value ?? {}).sort();

export const fields: Section = section('fields', {
  'Search items have the fields of the specification, riskLevel and updatedAt, and no others.': async ({ api }) => {
    for (const item of (await api('/api/v1/search')).body.data.items) {
      expect(keysOf(item)).toEqual([
        'confidenceScore', 'domain', 'id', 'riskLevel', 'slug', 'summary', 'tags', 'title', 'updatedAt',
        'verificationStatus',
      ]); // biome-ignore format: as a list
    }
  },
  'qa entries have question, answer and placeholder; an entry with a placeholder is kept and marked.': async ({
    api,
  }) => {
    expect((await api(`/api/v1/articles/${known.complete}`)).body.data.qa).toEqual([
      {
        question: { zh: '只有一只企鹅摇摆怎么办？', en: 'What if only one penguin waddles?' },
        answer: {
          zh: '会面失败，返回 `-32600`，即无效请求。',
          en: 'The meeting fails with `-32600`, an invalid request.',
        },
        placeholder: false,
      },
      {
        question: { zh: '握手最多可以持续多久？', en: 'How long may the handshake take?' },
        answer: { zh: '待补充', en: 'TODO' },
        placeholder: true,
      },
    ]);
  },
  'verificationRecords have verifier, result, timestamp, notes and stale, and no other fields.': async ({ api }) => {
    const [record] = (await api(`/api/v1/articles/${known.complete}`)).body.data.verificationRecords;
    expect(record).toEqual({
      verifier: 'ice runner',
      result: 'passed',
      timestamp: '2026-02-11T08:00:00Z',
      notes: { zh: 'Handshake recorded twice.', en: 'Handshake recorded twice.' },
      stale: false,
    });
  },
  'The points of confidenceFactors add up to the confidence score.': async ({ api }) => {
    for (const { slug } of (await api('/api/v1/search')).body.data.items) {
      const { confidenceFactors, confidenceScore } = (await api(`/api/v1/articles/${slug}`)).body.data;
      const points = confidenceFactors.map((factor: { points: number }) => factor.points);
      expect(
        points.reduce((left: number, right: number) => left + right, 0),
        slug,
      ).toBe(confidenceScore);
    }
  },
  'The factor evidence has for each verifier the result, the examples and the resulting evidence.': async ({ api }) => {
    const { confidenceFactors } = (await api(`/api/v1/articles/${known.complete}?lang=en`)).body.data;
    expect(confidenceFactors).toEqual([
      {
        factor: 'status',
        points: 31,
        explanation: {
          en: 'The present text was checked, but at least one verifier’s newest record is not for this text.',
        },
      },
      {
        factor: 'evidence',
        points: 7,
        explanation: {
          en: 'B = 0.2866 is the share of the text that is backed; A = 0.875 comes from the records of 1 verifier; F = 1, because the newest check is 0 months old. Of the 29 points that evidence can add, this gives 7. Of the examples 2 ran, 0 failed and 0 were skipped.',
        },
        backing: 0.2866,
        months: 0,
        verifiers: [
          {
            verifier: 'ice runner',
            result: 'passed',
            examples: { ran: 2, failed: 0, skipped: 0 },
            evidence: 0.875,
          },
        ],
      },
    ]);
  },
  'links has the absolute addresses html, json, markdown and search, which all answer 200.': async ({ api }) => {
    const { links } = (await api(`/api/v1/articles/${known.complete}`)).body.data;
    expect(keysOf(links)).toEqual(['html', 'json', 'markdown', 'search']);
    const types = {
      html: 'text/html',
      json: 'application/json',
      markdown: 'text/markdown',
      search: 'application/json',
    };
    for (const [name, type] of Object.entries(types)) {
      const response = await ask(links[name]);
      expect([response.status, response.headers.get('content-type')?.split(';')[0]], name).toEqual([200, type]);
    }
  },
  'digest has the form sha256-<hex>, and a fixed value for a fixed text.': async ({ api }) => {
    const { digest } = (await api(`/api/v1/articles/${known.verified}`)).body.data;
    expect(digest).toBe('sha256-3bde4458ca739d61c30bb98e78a1fc9d69b52816a1f5ac362132230f1ac4d17a');
  },
});
