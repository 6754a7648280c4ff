import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { chatService } from '../../../src/service/client/chat-service.ts';
import { cli, startCli, startSandboxProcess } from '../../e2e/cli-process.ts';
import { targetOf, workspace } from '../../e2e/workspace.ts';

const MESSAGES = 20;
const REACTIONS = 240;
const KILLS = 2;
const REST =
  'limits: { requestsPerMinute: 60000, concurrency: 4, timeoutSeconds: 2 }\npolicies: { reactions: write }';

test('killed again and again, with answers lost: every reaction is there once, in the order of the file', async () => {
  using space = workspace(0);
  const at = 1_717_200_000;
  const messages = Array.from({ length: MESSAGES }, (_, n) => ({
    ...{ muid: `m-${n}`, sender: 'ann', receiver: 'ben', receiverType: 'user' },
    ...{ sentAt: at + n, text: `number ${n}` },
  }));
  const reactions = Array.from({ length: REACTIONS }, (_, n) => ({
    ...{ muid: `m-${n % MESSAGES}`, uid: n % 2 ? 'ann' : 'ben', reaction: `r${n}` },
  }));
  const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  space.write('messages.ndjson', lines(messages));
  space.write('reactions.ndjson', lines(reactions));
  await using sandbox = await startSandboxProcess(space.folder, ['--faults', 'delay=10,lostx2@/messages/']);
  const file = space.pipeline({
    target: targetOf(sandbox),
    rest: REST,
    sources: ['users.csv', 'groups.csv', 'members.csv', 'messages.ndjson', 'reactions.ndjson']
      .map((path) => `  ${path.split('.')[0]}: { path: ${path} }`)
      .join('\n'),
  });
  await using service = chatService({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey });
  const held = async (): Promise<string[]> => {
    const found: string[] = [];
    for await (const { id, muid = '' } of service.messages.list())
      for await (const { uid, reaction } of service.reactions.list(id, { affix: 'append', limit: 1_000 }))
        found.push(`${muid} ${uid} ${reaction}`);
    return found.sort();
  };
  const count = async (): Promise<number> => {
    let sum = 0;
    for await (const { data } of service.messages.list())
      for (const each of (data?.['reactions'] ?? []) as { count: number }[]) sum += each.count;
    return sum;
  };
  for (let kill = 1; kill <= KILLS; kill++) {
    const { child, ended } = startCli(['run', file, '--yes']);
    while ((await count()) < kill * 60 && child.exitCode === null) await sleep(20);
    child.kill('SIGKILL');
    await ended;
  }
  const { code, out } = await cli(['run', file, '--yes', '--json']);
  const report = JSON.parse(out) as Report;
  expect([code, report.balanced, report.entities.reactions]).toMatchObject([
    0,
    true,
    { read: REACTIONS, created: REACTIONS },
  ]);
  const wanted = reactions.map(({ muid, uid, reaction }) => `${muid} ${uid} ${reaction}`);
  expect(await held()).toEqual(wanted.sort());
  const verified = await cli(['verify', file, '--one-way']);
  expect(verified.code, verified.out).toBe(0);
}, 120_000);
