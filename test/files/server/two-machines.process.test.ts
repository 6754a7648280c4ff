import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { type PostgresServer, rowsOf, startPostgres } from '../../support/postgres.ts';
import { type Machines, machinesWith, until } from './machines.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server[Symbol.asyncDispose]());

const linesIn = (machines: Machines, name: string): string[] =>
  readFileSync(join(machines.folder, name), 'utf8').trimEnd().split('\n');

const putLines = (machines: Machines, name: string, lines: readonly string[]): void =>
  writeFileSync(join(machines.folder, name), `${lines.join('\n')}\n`);

/** The JSON of a command on a machine that ends with a code. */
async function json<T = Report>(machines: Machines, code: number, on: string, ...args: string[]): Promise<T> {
  const ended = await machines.on(on, ...args, 'PIPELINE', '--json');
  if (ended.code !== code)
    throw new Error(`${args.join(' ')} on ${on} ended with ${ended.code}: ${ended.err}`);
  return JSON.parse(ended.out) as T;
}

/** The paths that the server keeps. */
const kept = async (url: string): Promise<unknown[]> =>
  (await rowsOf(url, 'SELECT path FROM chatferry_files ORDER BY path')).map(({ path }) => path);

test('a nightly sync takes turns, also where a machine has an old copy of the state or none', async () => {
  const url = await server.database();
  await using machines = await machinesWith({ url, messages: 500, rest: 'sync: { onMissing: delete }' });
  const nights: Report[] = [];
  for (const [night, on] of ['a', 'b', 'a', 'a', 'b'].entries()) {
    if (night > 0) {
      const [user = '', ...users] = linesIn(machines, 'users.ndjson');
      const changed = JSON.stringify({ ...JSON.parse(user), name: `Night ${night}` });
      putLines(machines, 'users.ndjson', [changed, ...users]);
      const [first = '', ...others] = linesIn(machines, 'messages.ndjson');
      const added = JSON.stringify({ ...JSON.parse(first), muid: `night-${night}` });
      putLines(machines, 'messages.ndjson', [...others, added]);
    }
    if (night === 3) rmSync(join(machines.folder, 'cache of a'), { recursive: true });
    nights.push(await json(machines, 0, on, 'run', '--yes'));
  }
  const changes = nights.slice(1).map(({ entities: { users, messages }, missing }) => ({
    updated: users.updated,
    created: messages.created,
    removed: missing?.messages?.deleted,
  }));
  expect(changes).toEqual(Array(4).fill({ updated: 1, created: 1, removed: 1 }));
  const verified = await json<{ differences: unknown[] }>(machines, 0, 'c', 'verify');
  expect(verified.differences).toEqual([]);
  expect((await json<{ runs: unknown[] }>(machines, 0, 'c', 'runs')).runs).toHaveLength(5);
  // The report has the verification, and both are kept where everybody sees them.
  expect(await kept(url)).toEqual(expect.arrayContaining(['verify.json', 'report.html', 'ledger.log']));
});

test('a sync whose state was in a folder goes on with it, here and then on another machine', async () => {
  const url = await server.database();
  await using machines = await machinesWith({ url, messages: 200, rest: 'sync: { onMissing: delete }' });
  const pipeline = readFileSync(machines.pipeline, 'utf8');
  writeFileSync(machines.pipeline, pipeline.replace(/^state: .*$/m, ''));
  await json(machines, 0, 'a', 'run', '--yes');
  writeFileSync(machines.pipeline, pipeline);
  putLines(machines, 'messages.ndjson', linesIn(machines, 'messages.ndjson').slice(1));
  const { err, out } = await machines.on('a', 'run', 'PIPELINE', '--yes', '--json');
  expect(err).toMatch(
    /the state in \S+shared was moved to postgres:\/\/\S+; the folder is \S+shared\.moved now/,
  );
  const { entities, missing } = JSON.parse(out) as Report;
  expect([entities.messages.unchanged, entities.messages.created]).toEqual([199, 0]);
  // What the first night created is ours, so it is removed.
  expect(missing?.messages).toMatchObject({ deleted: 1 });
  const left = readdirSync(join(machines.folder, '.chatferry')).filter((name) => name !== '.budgets');
  expect(left).toEqual(['shared.moved']);
  expect((await json<{ runs: unknown[] }>(machines, 0, 'b', 'runs')).runs).toHaveLength(2);
  const verified = await json<{ differences: unknown[] }>(machines, 0, 'b', 'verify');
  expect(verified.differences).toEqual([]);
});

test('rejects are corrected and retried on one machine, after a kill on the other; then all is undone', async () => {
  const url = await server.database();
  const slow = ['--faults', 'delay=30@/data_import'];
  await using machines = await machinesWith({ url, messages: 4_000, bad: 2, sandbox: slow });
  const { files, entities } = await json(machines, 4, 'a', 'run', '--yes');
  expect(entities.messages.rejected).toBe(2_000);
  const [path = ''] = files.rejects;
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/"text":"\s*"/g, '"text":"corrected"'));
  // What was corrected here is not lost with this machine.
  machines.gate.hold(20);
  const retry = machines.start('a', 'rejects', 'retry', 'PIPELINE', '--yes');
  await until(async () => (await kept(url)).includes('retry/checkpoint.json'));
  await until(async () => (await kept(url)).includes('retry/keys/messages.bin'));
  retry.child.kill('SIGKILL');
  expect((await retry.ended).signal).toBe('SIGKILL');
  machines.gate.open();
  const again = await json(machines, 0, 'b', 'rejects', 'retry', '--yes');
  expect(again.entities.messages.rejected).toBe(0);
  expect(await machines.muids()).toHaveLength(4_000);
  await json(machines, 0, 'a', 'verify');

  const { confirm } = await json<{ confirm: string }>(machines, 0, 'c', 'undo');
  const undone = await machines.on('b', 'undo', 'PIPELINE', '--confirm', confirm);
  expect([undone.code, undone.err]).toEqual([0, expect.anything()]);
  expect(await machines.muids()).toEqual([]);
  const status = await machines.on('a', 'status', 'PIPELINE');
  expect(status.out).toContain('shared');
});

test('a person who is forgotten on one machine is forgotten on all, and a purge leaves nothing', async () => {
  const url = await server.database();
  await using machines = await machinesWith({ url, messages: 300 });
  await json(machines, 0, 'a', 'run', '--yes');
  const forgotten = await machines.on('b', 'forget', 'PIPELINE', '--uid', 'user-3', '--yes');
  expect([forgotten.code, forgotten.out]).toEqual([0, expect.stringContaining('Removed')]);
  const plan = await json<{ entities: Record<string, unknown> }>(machines, 0, 'a', 'plan');
  expect(JSON.stringify(plan)).not.toContain('user-3"');
  const chunks = await rowsOf(url, 'SELECT data FROM chatferry_chunks');
  expect(chunks.some(({ data }) => (data as Buffer).includes('"user-3"'))).toBe(false);
  const purged = await machines.on('b', 'state', 'purge', 'PIPELINE', '--yes');
  expect(purged.code).toBe(0);
  expect(await kept(url)).toEqual(['forgotten.json']);
  const status = await machines.on('a', 'status', 'PIPELINE');
  expect(status.out).toContain('not started');
});

test('a command that only reads does not disturb the run, and sees how far it is', async () => {
  const url = await server.database();
  await using machines = await machinesWith({ url, messages: 2_000 });
  machines.gate.hold(5);
  const run = machines.start('a', 'run', 'PIPELINE', '--yes');
  await until(async () => (await kept(url).catch((): unknown[] => [])).includes('keys/messages.bin'));
  for (const on of ['a', 'b']) {
    const { code, out } = await machines.on(on, 'status', 'PIPELINE');
    expect([code, out]).toEqual([0, expect.stringContaining('running')]);
  }
  const unlocked = await machines.on('b', 'unlock', 'PIPELINE', '--yes');
  expect([unlocked.code, unlocked.err]).toEqual([8, expect.stringContaining('STATE.LOCKED')]);
  const second = await machines.on('b', 'run', 'PIPELINE', '--yes');
  expect([second.code, second.err]).toEqual([8, expect.stringContaining('STATE.LOCKED')]);
  machines.gate.open();
  expect((await run.ended).code).toBe(0);
  // Nothing but copies is on the machines: each is the same as the other.
  await machines.on('b', 'status', 'PIPELINE');
  const copyOf = (on: string): string => {
    const states = join(machines.folder, `cache of ${on}`, 'chatferry/state');
    return join(states, readdirSync(states)[0] as string, 'shared');
  };
  for (const name of (await kept(url)) as string[]) {
    expect(existsSync(join(copyOf('b'), name)), name).toBe(true);
    expect(readFileSync(join(copyOf('b'), name)), name).toEqual(readFileSync(join(copyOf('a'), name)));
  }
});

test('a copy is worth nothing once the tables were emptied or a backup was put back', async () => {
  const url = await server.database();
  await using machines = await machinesWith({ url, messages: 200 });
  await json(machines, 0, 'a', 'run', '--yes');
  const before = await kept(url);
  const tables = ['chatferry_states', 'chatferry_files', 'chatferry_chunks'];
  for (const table of tables) await rowsOf(url, `CREATE TABLE old_${table} AS TABLE ${table}`);
  await json(machines, 0, 'a', 'verify');
  await json(machines, 0, 'a', 'plan');
  expect(await kept(url)).not.toEqual(before);
  for (const table of tables) {
    await rowsOf(url, `TRUNCATE ${table}`);
    await rowsOf(url, `INSERT INTO ${table} SELECT * FROM old_${table}`);
  }
  await json(machines, 0, 'a', 'runs');
  const copy = join(machines.folder, 'cache of a/chatferry/state');
  const files = readdirSync(copy, { recursive: true, encoding: 'utf8' });
  expect(files.some((name) => name.endsWith('plan.json'))).toBe(false);
  expect(files.some((name) => name.endsWith('ledger.log'))).toBe(true);

  for (const table of tables) await rowsOf(url, `TRUNCATE ${table}`);
  const { out } = await machines.on('a', 'status', 'PIPELINE');
  expect(out).toContain('not started');
  // The service has all of it: the run recognises it.
  const { entities } = await json(machines, 0, 'a', 'run', '--yes');
  expect(entities.messages.exists + entities.messages.created).toBe(200);
  expect(await machines.muids()).toHaveLength(200);
});
