import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startCli } from '../../e2e/cli-process.ts';
import { FAST, targetOf, type Workspace, workspace } from '../../e2e/workspace.ts';
import { type SandboxHere, startSandboxHere } from '../../support/cli-here.ts';
import { runHere } from '../../support/command-here.ts';
import { startGate } from '../../support/services/gate.ts';
import { fillBefore, writeExport } from './before.ts';
import { type Service, serviceAt, snapshotOf } from './service-snapshot.ts';

const pipelineFor = (space: Workspace, sandbox: Pick<SandboxHere, 'baseUrl' | 'keyFile'>): string =>
  space.pipeline({ target: targetOf(sandbox), rest: `references: open\n${FAST}` });

async function undone(...args: string[]) {
  const { exitCode, stdout, stderr } = await runHere(['undo', ...args, '--json']);
  if (stdout === '') throw new Error(stderr);
  return { exitCode, stderr, body: JSON.parse(stdout) };
}

/** A service in use after a migration, with a snapshot from before. */
async function migrated(space: Workspace, sandbox: SandboxHere, each?: number, baseUrl = sandbox.baseUrl) {
  const service = serviceAt(sandbox);
  await fillBefore(service);
  const before = await snapshotOf(service);
  writeExport(space, each);
  const pipeline = pipelineFor(space, { ...sandbox, baseUrl });
  const run = await runHere(['run', pipeline, '--yes']);
  expect(run.exitCode, run.stderr).toBe(0);
  return { service, before, pipeline };
}

const messagesIn = async ({ get }: Service): Promise<number> =>
  (await get('/messages?limit=1000')).data.length;

test.concurrent('undo leaves a service that was in use exactly as it was before', async () => {
  using space = workspace(0);
  await using sandbox = await startSandboxHere(space.folder);
  const { service, before, pipeline } = await migrated(space, sandbox);
  const after = await snapshotOf(service);

  const shown = await undone(pipeline);
  expect(shown.body).toMatchObject({
    dry: true,
    entities: {
      users: { direct: 2, before: 1 },
      groups: { direct: 1, before: 1 },
      members: { direct: 3, implied: 3, before: 1 },
      messages: { direct: 21, implied: 6 },
    },
    next: `chatferry undo ${pipeline} --confirm ${shown.body.confirm}`,
  });
  const wrong = await undone(pipeline, '--confirm', '00000000');
  expect([wrong.exitCode, wrong.body.error.code, wrong.body.confirm]).toEqual([
    9,
    'UNDO.STALE',
    shown.body.confirm,
  ]);
  expect(await snapshotOf(service)).toEqual(after);

  const done = await undone(pipeline, '--confirm', shown.body.confirm);
  expect(done.body.problems).toEqual([]);
  expect(done.body).toMatchObject({ exitCode: 0, dry: false, notesLeft: 0 });
  expect(done.body.entities.messages).toMatchObject({ removed: 21, implied: 6, gone: 0 });
  expect(done.body.entities.members).toMatchObject({ removed: 3, implied: 3 });
  expect(await snapshotOf(service)).toEqual(before);

  const again = await undone(pipeline);
  expect(again.body.next).toBe('nothing is left to do');
  expect((await runHere(['run', pipeline, '--yes'])).exitCode).toBe(0);
  const keys = (rows: unknown, key: string) =>
    (rows as Record<string, unknown>[]).map((row) => row[key]).sort();
  expect(keys((await snapshotOf(service))['messages'], 'muid')).toEqual(keys(after['messages'], 'muid'));
});

test.concurrent('undo that is killed several times, in a failing service, removes everything once', async () => {
  using space = workspace(0);
  // The ids of messages are not known if the first answer is lost.
  const lost = 'reset-afterx1@/data_import/messages';
  let sandbox = await startSandboxHere(space.folder, ['--faults', lost]);
  await using gate = await startGate(sandbox.baseUrl, '/messages/');
  const { before, pipeline } = await migrated(space, sandbox, 8, gate.baseUrl);
  const port = new URL(sandbox.baseUrl).port;
  await sandbox[Symbol.asyncDispose]();
  sandbox = await startSandboxHere(space.folder, [
    '--port',
    port,
    '--faults',
    'delay=8,429=0:1%,503:1%,reset-after:3%,500-after:1%,truncate:1%',
  ]);
  await using _sandbox = sandbox;
  const service = serviceAt(sandbox);
  const { confirm } = (await undone(pipeline)).body;
  for (const signal of ['SIGKILL', 'SIGINT'] as const) {
    const had = await messagesIn(service);
    // It is still at work when it is killed.
    gate.hold(16);
    const killed = startCli(['undo', pipeline, '--confirm', confirm]);
    while ((await messagesIn(service)) > had - 10) {
      if (killed.child.exitCode !== null) expect.fail((await killed.ended).err);
      await sleep(10);
    }
    killed.child.kill(signal);
    while (signal === 'SIGINT' && !killed.said().includes('Stopping')) await sleep(10);
    gate.open();
    const { code, err } = await killed.ended;
    if (signal === 'SIGINT') expect([code, err]).toEqual([130, expect.stringContaining('RUN.INTERRUPTED')]);
  }
  const { body } = await undone(pipeline, '--confirm', confirm);
  expect(body.problems).toEqual([]);
  expect(await snapshotOf(service)).toEqual(before);
  expect(readFileSync(join(space.folder, '.chatferry/e2e/run.log'), 'utf8')).toContain('undo.finished');
});

test.concurrent('a user and a group that existed before count as such and stay, though the answers were lost', async () => {
  using space = workspace(2);
  await using sandbox = await startSandboxHere(space.folder, ['--faults', 'reset-afterx3@/data_import']);
  const service = serviceAt(sandbox);
  const old = { guid: 'team', name: 'Team', type: 'public', owner: 'ann', createdAt: 1_600_000_000 };
  const ann = { uid: 'ann', name: 'Ann', createdAt: 1_600_000_000 };
  for (const [entity, key, row] of [
    ['users', 'ann', ann],
    ['groups', 'team', old],
  ] as const)
    await service.call('POST', `/data_import/${entity}`, { [entity]: { [key]: row } }).catch(() => {});
  space.write('users.csv', 'uid,name,createdAt\nann,Ann,\nben,Ben,1500000000\ncy,Cy,\n');
  const pipeline = pipelineFor(space, sandbox);
  const run = await runHere(['run', pipeline, '--yes', '--json']);
  expect(JSON.parse(run.stdout).entities.users).toMatchObject({ created: 2, exists: 1 });

  const { body } = await undone(pipeline, '--include-used');
  expect(body.entities.users.direct).toBe(2);
  const done = await undone(pipeline, '--include-used', '--confirm', body.confirm);
  expect(done.body.entities.users).toMatchObject({ removed: 2, kept: 0 });
  expect((await service.get('/users')).data.map(({ uid }) => uid)).toEqual(['ann']);
  expect((await service.get('/groups')).data.map(({ guid }) => guid)).toEqual(['team']);
});

test.concurrent('a group that others use is kept with its members and messages, unless --include-used is given', async () => {
  using space = workspace(0);
  await using sandbox = await startSandboxHere(space.folder);
  const { service, pipeline } = await migrated(space, sandbox);
  await service.call('POST', '/groups/team/members', { participants: ['ben'] });
  await service.call(
    'POST',
    '/messages',
    { receiver: 'ben', receiverType: 'user', data: { text: 'still here' }, type: 'text' },
    'new',
  );

  const shown = await runHere(['undo', pipeline], async (question) =>
    question.includes('Type') ? 'no' : '',
  );
  expect(shown.stdout).toContain('group team has 1 member that this pipeline did not create');
  const { body } = await undone(pipeline);
  expect(body.inUse.samples).toEqual([{ guid: 'team', isOlder: false, members: 1, messages: 0 }]);
  expect(body.entities).toMatchObject({ groups: { direct: 0, inUse: 1 }, messages: { inUse: 6 } });
  const kept = await undone(pipeline, '--confirm', body.confirm);
  expect(kept.body.entities.users).toMatchObject({ removed: 1, kept: 1 });
  expect((await service.get('/groups/team/messages?category=message')).data).toHaveLength(6);
  expect((await service.get('/groups/team/members')).data).toHaveLength(3);

  const all = (await undone(pipeline, '--include-used')).body;
  expect((await undone(pipeline, '--confirm', all.confirm)).body.error.code).toBe('UNDO.STALE');
  const asked = await runHere(['undo', pipeline, '--include-used'], async (question) =>
    question.includes(all.confirm) ? all.confirm : '',
  );
  expect([asked.exitCode, asked.stdout]).toEqual([0, expect.stringContaining('to start over')]);
  const uids = (await service.get('/users?withDeactivated=true')).data.map(({ uid }) => uid);
  expect(uids).toEqual(['ann', 'ben', 'cy', 'dee', 'eve', 'off']);
  expect((await service.get('/groups')).data.map(({ guid }) => guid)).toEqual(['old', 'quiet']);
});
