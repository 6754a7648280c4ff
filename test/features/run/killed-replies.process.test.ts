import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { startCli } from '../../e2e/cli-process.ts';
import { serviceReader } from '../../e2e/service-reader.ts';
import { targetOf, workspace } from '../../e2e/workspace.ts';
import { cli, startSandboxHere } from '../../support/cli-here.ts';
import { startGate } from '../../support/services/gate.ts';

const ROOTS = 30;
const REPLIES = 3;
const KILLS = 2;
const REST = `limits: { requestsPerMinute: 6000, concurrency: 4, timeoutSeconds: 2 }\npolicies: { threads: write }`;

/** Threads in two conversations: each root, and then its replies, between others. */
function threads(): string {
  const rows = Array.from({ length: ROOTS * (1 + REPLIES) }, (_, n) => {
    const root = n % ROOTS;
    const isReply = n >= ROOTS;
    const receiver =
      root % 2 ? { receiver: 'team', receiverType: 'group' } : { receiver: 'ben', receiverType: 'user' };
    const own = { muid: isReply ? `r-${n}` : `m-${n}`, sender: 'ann', sentAt: 1_717_200_000 + n };
    return { ...own, ...receiver, text: `number ${n}`, ...(isReply ? { parentMuid: `m-${root}` } : {}) };
  });
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

test('killed again and again, with answers lost: every reply is there once, under its root, in the order of the file', async () => {
  using space = workspace(0);
  space.write('messages.ndjson', threads());
  await using sandbox = await startSandboxHere(space.folder, ['--faults', 'delay=20,lostx1@/messages/']);
  await using gate = await startGate(sandbox.baseUrl, '/messages/');
  const file = space.pipeline({ target: targetOf({ ...sandbox, baseUrl: gate.baseUrl }), rest: REST });
  const reader = serviceReader(sandbox.baseUrl, sandbox.apiKey);
  const held = async () =>
    (await Array.fromAsync(reader.messages())).filter(({ muid }) => muid) as (Awaited<
      ReturnType<typeof Array.fromAsync>
    >[number] & { muid: string; id: string; parentId?: string })[];
  for (let kill = 1; kill <= KILLS; kill++) {
    // Half of the replies are left when the last one is killed.
    gate.hold(20);
    const { child, ended } = startCli(['run', file, '--yes']);
    const enough = ROOTS + kill * 12;
    while ((await held()).length < enough && child.exitCode === null) await sleep(20);
    child.kill('SIGKILL');
    expect((await ended).signal).toBe('SIGKILL');
  }
  gate.open();
  const { code, out } = await cli(['run', file, '--yes', '--json']);
  const report = JSON.parse(out) as Report;
  expect([code, report.balanced, report.entities.messages]).toMatchObject([
    0,
    true,
    { read: ROOTS * (1 + REPLIES), created: ROOTS * (1 + REPLIES) },
  ]);
  const found = await held();
  const muidOf = new Map(found.map(({ id, muid }) => [id, muid]));
  const replies = found.flatMap(({ muid, parentId }) =>
    parentId ? [[muid, muidOf.get(String(parentId))]] : [],
  );
  const expected = Array.from({ length: ROOTS * REPLIES }, (_, n) => [`r-${ROOTS + n}`, `m-${n % ROOTS}`]);
  expect(found).toHaveLength(ROOTS * (1 + REPLIES));
  expect(replies.sort()).toEqual(expected.sort());
  const inOrder = (receiver: number): string[] =>
    found
      .filter(
        ({ parentId, muid }) =>
          parentId && Number(muidOf.get(String(parentId))?.slice(2)) % 2 === receiver && muid,
      )
      .sort((a, b) => Number(a.id) - Number(b.id))
      .map(({ muid }) => muid);
  for (const receiver of [0, 1])
    expect(inOrder(receiver)).toEqual(
      expected
        .filter(([, root]) => Number(root?.slice(2)) % 2 === receiver)
        .map(([reply]) => reply)
        .sort((a, b) => Number(a?.slice(2)) - Number(b?.slice(2))),
    );
});
