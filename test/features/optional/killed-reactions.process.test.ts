import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { chatService } from '../../../src/service/client/chat-service.ts';
import { cli, startCli, startSandboxProcess } from '../../e2e/cli-process.ts';
import { targetOf, workspace } from '../../e2e/workspace.ts';
import { startGate } from '../../support/services/gate.ts';

const MESSAGES = 20;
const REACTIONS = 240;
const KILLS = 2;
/** A run is killed when it has written so many, and cannot write more than this. */
const EACH = 60;
const MOST = 100;
const CONCURRENCY = 4;
/** Reactions that the service has taken and a kill may forget: recorded within 20 ms and the time of a write, at four in 10 ms. */
const FORGOTTEN = 30;
const REST = `limits: { requestsPerMinute: 60000, concurrency: ${CONCURRENCY}, timeoutSeconds: 2 }\npolicies: { reactions: write }`;

test('killed again and again, with answers lost: every reaction is there once, in the order of the file', async () => {
  using space = workspace(0);
  const at = 1_717_200_000;
  const messages = Array.from({ length: MESSAGES }, (_, n) => ({
    muid: `m-${n}`,
    sender: 'ann',
    receiver: 'ben',
    receiverType: 'user',
    sentAt: at + n,
    text: `number ${n}`,
  }));
  const reactions = Array.from({ length: REACTIONS }, (_, n) => ({
    muid: `m-${n % MESSAGES}`,
    uid: n % 2 ? 'ann' : 'ben',
    reaction: `r${n}`,
  }));
  const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  space.write('messages.ndjson', lines(messages));
  space.write('reactions.ndjson', lines(reactions));
  await using sandbox = await startSandboxProcess(space.folder, [
    '--verbose',
    '--faults',
    'delay=10,lostx2@/messages/',
  ]);
  await using gate = await startGate(sandbox.baseUrl, '/messages/');
  let log = '';
  sandbox.child.stderr?.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  /** For each run, which asks for the providers first: the reactions whose POST was answered; each has a text of its own. */
  const answered = (): string[][] =>
    log
      .split(/ GET \S+\/providers\/fcm .*\n/)
      .slice(1)
      .map((run) => Array.from(run.matchAll(/ POST \S+\/reactions\/(r\d+) 200 /g), ([, text = '']) => text));
  const file = space.pipeline({
    target: targetOf({ ...sandbox, baseUrl: gate.baseUrl }),
    rest: REST,
    sources: ['users.csv', 'groups.csv', 'members.csv', 'messages.ndjson', 'reactions.ndjson']
      .map((path) => `  ${path.split('.')[0]}: { path: ${path} }`)
      .join('\n'),
  });
  await using service = chatService({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey });
  const held = async (): Promise<Record<string, string[]>> => {
    const found: Record<string, string[]> = {};
    for await (const { id, muid = '' } of service.messages.list()) {
      const own: string[] = [];
      for await (const { uid, reaction } of service.reactions.list(id, { affix: 'append', limit: 1_000 }))
        own.push(`${uid} ${reaction}`);
      found[muid] = own;
    }
    return found;
  };
  const count = async (): Promise<number> => {
    let sum = 0;
    for await (const { data } of service.messages.list())
      for (const each of (data?.['reactions'] ?? []) as { count: number }[]) sum += each.count;
    return sum;
  };
  for (let kill = 1; kill <= KILLS; kill++) {
    gate.hold(MOST);
    const { child, ended } = startCli(['run', file, '--yes']);
    while ((await count()) < kill * EACH && child.exitCode === null) await sleep(20);
    child.kill('SIGKILL');
    expect((await ended).signal).toBe('SIGKILL');
  }
  gate.open();
  const { code, out } = await cli(['run', file, '--yes', '--json']);
  const report = JSON.parse(out) as Report;
  expect([code, report.balanced, report.entities.reactions]).toMatchObject([
    0,
    true,
    { read: REACTIONS, created: REACTIONS },
  ]);
  const wanted = Object.groupBy(reactions, ({ muid }) => muid);
  expect(await held()).toEqual(
    Object.fromEntries(
      Object.entries(wanted).map(([muid, own = []]) => [
        muid,
        own.map((row) => `${row.uid} ${row.reaction}`),
      ]),
    ),
  );
  const ofRuns = answered();
  expect(ofRuns).toHaveLength(KILLS + 1);
  for (const ofRun of ofRuns) expect(ofRun, 'sent again in one run').toEqual([...new Set(ofRun)]);
  expect(ofRuns.flat().length - REACTIONS, 'sent again after a kill').toBeLessThanOrEqual(KILLS * FORGOTTEN);
  const verified = await cli(['verify', file, '--one-way']);
  expect(verified.code, verified.out).toBe(0);
});
