import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../verify/migrated.ts';
import { type Rows, syncScenario } from './scenario/syncs.ts';

const users = (...uids: string[]): Rows => uids.map((uid) => ({ uid, name: uid.toUpperCase() }));
const message = (muid: string, receiver: string, more: object = {}) => ({
  muid,
  sender: 'ann',
  receiver,
  receiverType: 'user',
  sentAt: 1_700_000_000,
  text: muid,
  ...more,
});
const ALL = {
  users: users('ann', 'bob', 'cid'),
  messages: [message('m-1', 'bob'), message('m-2', 'bob'), message('m-3', 'cid')],
};

test('a plan lists what a run then does, and sends nothing', async () => {
  await using scenario = await syncScenario(['users', 'messages'], { sync: '{ onMissing: delete }' });
  scenario.put(ALL);
  const out = join(scenario.folder, 'first.json');
  const first = await scenario.plan('--out', out);
  expect(first.entities.users).toMatchObject({ new: 3, same: 0, changed: 0, missing: 0, removed: 0 });
  expect(first.cost).toMatchObject({ batches: 2, single: 0 });
  expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual(first);
  expect(statSync(out).mode & 0o777).toBe(0o600);
  // It looks which rows the service has.
  expect(scenario.requests.filter((each) => !each.startsWith('GET '))).toEqual([]);
  const done = await scenario.run('--plan', out);
  expect([done.exitCode, done.writes]).toEqual([0, 2]);

  scenario.put({
    users: [
      ...users('ann', 'bob'),
      { uid: 'dot', name: 'Dot', statusMessage: 'busy' },
      { uid: 'E E', name: 'wrong' },
    ],
    messages: [
      message('m-1', 'bob', { text: 'edited' }),
      message('m-2', 'bob'),
      message('m-4', 'bob'),
      message('m-4', 'bob'),
    ],
  });
  const before = scenario.requests.length;
  const second = await scenario.plan('--out', out, '--conversations');
  expect(scenario.requests).toHaveLength(before);
  expect(second.entities).toMatchObject({
    users: { new: 1, same: 2, changed: 0, missing: 1, removed: 1, refused: 1 },
    messages: { new: 1, same: 1, changed: 1, missing: 1, removed: 1, repeated: 1 },
  });
  expect(second).toMatchObject({
    onMissing: 'delete',
    cost: { batches: 2, single: 3 },
    notCarried: { 'users.statusMessage': 1 },
    conversations: [{ new: 1, changed: 1 }],
  });
  const text = await runHere('plan', scenario.pipeline);
  expect(text.stdout).toMatch(
    /users\s+\+ 1 new\s+= 2 same\s+\* 0 changed\s+- 1 missing \(delete 1\)\s+! 1 refused/,
  );
  const { report, writes } = await scenario.run('--plan', out);
  expect(report.entities).toMatchObject({
    users: { created: 1, unchanged: 2, rejected: 1 },
    messages: { created: 1, updated: 1, unchanged: 1, skipped: 1 },
  });
  expect(report.missing).toMatchObject({ users: { deleted: 1 }, messages: { deleted: 1 } });
  expect(writes).toBe(5);
});

test('a plan is stale after a change of anything that it depends on', async () => {
  await using scenario = await syncScenario(['users']);
  const file = join(scenario.folder, 'plan.json');
  scenario.put({ users: users('ann', 'bob') });
  await scenario.plan('--out', file);
  const stale = async (what: string): Promise<void> => {
    const { exitCode, stderr, writes } = await scenario.run('--plan', file);
    expect([exitCode, writes]).toEqual([9, 0]);
    expect(stderr).toContain('PLAN.STALE');
    expect(stderr).toContain(what);
  };
  scenario.put({ users: users('ann', 'cid') });
  await stale('a run would now do something else');
  scenario.put({ users: users('ann', 'bob', 'cid') });
  await stale('users-0.csv has changed');
  scenario.put({ users: [users('ann', 'bob'), users('cid')] });
  await stale('users-1.csv is a new input');
  scenario.put({ users: users('ann', 'bob') });
  scenario.describe({ maps: { users: '{ name: uid }' } });
  await stale('sources.users of the pipeline has changed');
  scenario.describe({ sync: '{ onMissing: delete }' });
  await stale('sync of the pipeline has changed');
  scenario.describe({});
  const pipeline = readFileSync(scenario.pipeline, 'utf8');
  writeFileSync(scenario.pipeline, pipeline.replace('/v3"', '/v3", api: rest'));
  await stale('the target was');
  writeFileSync(scenario.pipeline, pipeline);
  // Another run in between.
  await scenario.sync({ users: users('ann', 'bob') });
  await stale('rows were written since then');
  await scenario.plan('--out', file);
  expect((await scenario.run('--plan', file)).exitCode).toBe(0);

  for (const garbage of [
    '',
    '{',
    '[]',
    '{"command":"plan"}',
    JSON.stringify({ command: 'run', id: 'x', basis: {} }),
  ]) {
    writeFileSync(file, garbage);
    const { exitCode, stderr } = await scenario.run('--plan', file);
    expect([garbage, exitCode]).toEqual([garbage, 2]);
    expect(stderr).toContain('the file is not a plan');
  }
  expect((await scenario.run('--plan', join(scenario.folder, 'none.json'))).exitCode).toBe(2);
});

test('a plan needs no key and no service', async () => {
  await using scenario = await syncScenario(['users']);
  scenario.put({ users: users('ann') });
  writeFileSync(
    scenario.pipeline,
    'version: 1\nname: hosted\ntarget: { baseUrl: "https://chat.example.com/v3", apiKey: { env: NO_SUCH_KEY } }\nsync: {}\nsources: { users: { path: users-0.csv } }\n',
  );
  expect((await scenario.plan()).entities.users).toMatchObject({ new: 1 });
  expect(scenario.requests).toEqual([]);
});
