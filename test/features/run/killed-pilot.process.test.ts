import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { startCli } from '../../e2e/cli-process.ts';
import { serviceReader } from '../../e2e/service-reader.ts';
import { targetOf, workspace } from '../../e2e/workspace.ts';
import { cli, startSandboxHere } from '../../support/cli-here.ts';

const LIMITS = 'limits: { requestsPerMinute: 900, concurrency: 4, batch: 10 }';
const PEOPLE = 40;
const MESSAGES = 300;

test('a pilot that is killed again and again, and the run of all rows after it, write each row once and own it', async () => {
  using space = workspace(0);
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
  space.write(
    'users.csv',
    `uid,name\n${numbers(PEOPLE)
      .map((n) => `u-${n},User ${n}\n`)
      .join('')}`,
  );
  const messages = numbers(MESSAGES).map((n) => ({
    muid: `m-${n}`,
    sender: `u-${n % PEOPLE}`,
    receiver: `u-${(n + 1 + (n % 7)) % PEOPLE}`,
    receiverType: 'user',
    sentAt: 1_700_000_000 + n,
    text: `number ${n}`,
  }));
  space.write('messages.ndjson', messages.map((row) => `${JSON.stringify(row)}\n`).join(''));
  await using sandbox = await startSandboxHere(space.folder, ['--verbose']);
  const sources = '  users: { path: users.csv }\n  messages: { path: messages.ndjson }';
  const file = space.pipeline({ target: targetOf(sandbox), sources, rest: LIMITS });
  let log = '';
  sandbox.err.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const writes = (): number => log.split(' POST ').length - 1;
  for (const answers of [2, 3, 4]) {
    const { child, ended } = startCli(['run', file, '--limit', '100', '--yes']);
    const until = writes() + answers;
    while (writes() < until && child.exitCode === null) await sleep(5);
    child.kill('SIGKILL');
    await ended;
  }
  const pilot = await cli(['run', file, '--limit', '100', '--yes', '--json']);
  const { entities } = JSON.parse(pilot.out) as Report;
  expect([pilot.code, entities.users.exists, entities.messages.exists]).toEqual([0, 0, 0]);
  expect(entities.messages.created + entities.messages.unchanged).toBe(100);

  const all = await cli(['run', file, '--yes', '--json']);
  const report = JSON.parse(all.out) as Report;
  expect(all.code).toBe(0);
  expect(report.entities.users).toMatchObject({ unchanged: PEOPLE, created: 0 });
  expect(report.entities.messages).toMatchObject({ unchanged: 100, created: MESSAGES - 100, exists: 0 });
  // As many requests as 200 rows need: none has a row of the pilot.
  expect(report.requests.sent).toBe((MESSAGES - 100) / 10);
  const reader = serviceReader(sandbox.baseUrl, sandbox.apiKey);
  const held = (await Array.fromAsync(reader.messages())).map(({ muid }) => muid);
  expect([held.length, new Set(held).size]).toEqual([MESSAGES, MESSAGES]);
  const undo = JSON.parse((await cli(['undo', file, '--json'])).out) as { entities: Record<string, object> };
  expect(undo.entities['users']).toMatchObject({ direct: PEOPLE });
});
