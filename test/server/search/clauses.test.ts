import { expect, it } from 'vitest';
import { queryText } from '../../../server/operations/parameters.ts';
import { clausesOf } from '../../../server/search/clauses.ts';

it.each([
  [
    'zip a skill for others; where will their agent look for it',
    ['zip a skill for others', 'where will their agent look for it'],
  ],
  ['record each step and build a regression suite', ['record each step', 'build a regression suite']],
  ['大表怎么换列类型，过程中怎么避免锁等待？', ['大表怎么换列类型', '过程中怎么避免锁等待']],
  // A question mark ends a clause, also in front of a Han character.
  ['大表怎么换列类型？锁等待怎么避免', ['大表怎么换列类型', '锁等待怎么避免']],
  // A question of a single clause gives an empty list.
  ['how do I package a skill', []],
  ['读取、写入和删除文件要注意什么', []],
  ['copy 100,000 rows from one database', []],
  // A clause needs at least two words: `please` is left out.
  ['rename a column without downtime, please', []],
  [
    'stop the server: drain open connections, restart a worker',
    ['stop the server', 'drain open connections', 'restart a worker'],
  ],
  // A pasted message or code is not divided.
  ['McpError: MCP error -32001: Request timed out, the tool has finished on the server', []],
  ['{"code": 404, "message": "Session not found"}, what does the client do now', []],
  ['set `max_tokens` lower, or send a shorter history', []],
])('the clauses of the question %j are %j', (question, clauses) => {
  expect(clausesOf(queryText.parse(question))).toEqual(clauses);
});
