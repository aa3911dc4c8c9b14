import { describe, expect, it } from 'vitest';
import { jsonDifference } from '../../../scripts/verify/json-claim.ts';

describe('what an article shows of a JSON answer', () => {
  const answer = {
    success: true,
    data: {
      items: [
        { slug: 'a', score: 30 },
        { slug: 'b', score: 94 },
      ],
      total: 2,
    },
    id: 'req_7',
  };

  it.each([
    [{ success: true }],
    [{ data: { items: ['…'] } }],
    [{ data: { items: [{ slug: 'a' }, '…'] } }],
    [{ data: { items: [{ slug: 'a', '…': '…' }, { score: 94 }] }, id: 'req_…' }],
    [{ id: '…', data: '…' }],
    [answer],
  ])('may leave out members and write … for what differs: %j', (said) => {
    expect(jsonDifference(said, answer)).toBeUndefined();
  });

  it.each([
    [{ success: false }, 'success', 'false', 'true'],
    [
      { data: { items: [{ slug: 'a' }] } },
      'data.items',
      '[{"slug":"a"}]',
      '[{"slug":"a","score":30},{"slug":"b","score":94}]',
    ],
    [{ data: { items: [{ slug: 'b' }, '…'] } }, 'data.items[0].slug', '"b"', '"a"'],
    [{ data: { missing: null } }, 'data.missing', 'null', 'undefined'],
    [{ data: { next: '…' } }, 'data.next', '"…"', 'undefined'],
    [{ id: 'x_…' }, 'id', '"x_…"', '"req_7"'],
    [{ data: { total: '2' } }, 'data.total', '"2"', '2'],
    [[], '$', '[]', expect.any(String)],
  ])('must be so where it is shown: %j', (said, path, expected, real) => {
    expect(jsonDifference(said, answer)).toEqual({ path, said: expected, real });
  });
});
