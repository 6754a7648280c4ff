import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import {
  type Answer,
  type Tamper,
  type TamperedService,
  tamperedService,
} from '../../support/tampered-service.ts';

const PIPELINE = (target: string, more = '') => `version: 1
name: doubt
${target} }
${more}
sources:
  users: { path: users.csv }
  groups: { path: groups.csv }
  members: { path: members.csv }
`;
const users = (count: number) =>
  `uid,name\n${Array.from({ length: count }, (_, n) => `u-${n},User ${n}\n`).join('')}`;

async function prepared(more = ''): Promise<TamperedService & { pipeline: string; state: string }> {
  const service = await tamperedService();
  service.write('users.csv', users(60));
  service.write('groups.csv', 'guid,name,createdAt\ng-1,Group,1600000000\n');
  service.write('members.csv', 'guid,uid,joinedAt\ng-1,u-7,1600000001\ng-1,u-8,1600000001\n');
  const pipeline = service.write('doubt.yaml', PIPELINE(service.target, more));
  return Object.assign(service, { pipeline, state: join(service.folder, '.chatferry', 'doubt') });
}

/** Takes the results of some rows out of every answer of the import. */
const without =
  (...keys: readonly string[]): Tamper =>
  async (request, forward) => {
    const answer = await forward();
    if (!request.path.startsWith('/data_import/')) return answer;
    const { data } = answer.body as { data: Record<string, unknown> };
    const rest = Object.entries(data).filter(([key]) => !keys.includes(key));
    return { status: answer.status, body: { data: Object.fromEntries(rest) } };
  };
/** Keeps some rows out of every request of the import, and so out of its answer. */
const swallowing =
  (key: string): Tamper =>
  async (request, forward) => {
    if (!request.body.includes(`"${key}"`)) return forward();
    return { status: 200, body: { data: {} } } satisfies Answer;
  };

const reportOf = (stdout: string) => JSON.parse(stdout) as Report;

test.concurrent('a row without a word from the service is in doubt: the run goes on, ends with 7, and the next one finds the row', async () => {
  await using it = await prepared();
  it.tamper(without('u-7'));
  const first = await it.run('run', it.pipeline, '--yes', '--json');
  expect(first.exitCode).toBe(7);
  const report = reportOf(first.stdout);
  expect(report.error?.code).toBe('ROW.IN_DOUBT');
  expect(report.error?.hint).toContain(`chatferry run ${it.pipeline}`);
  expect(report.entities.users).toMatchObject({ read: 60, created: 59, rejected: 0, inDoubt: 1 });
  // What refers to the row is not blocked.
  expect(report.entities.members).toMatchObject({ created: 2, blocked: 0, inDoubt: 0 });
  expect(report.balanced).toBe(true);
  expect(report.problems).toMatchObject([
    { code: 'ROW.IN_DOUBT', count: 1, samples: [{ file: 'users.csv', line: 9, key: 'u-7' }] },
  ]);
  expect(report.files.rejects).toEqual([]);
  expect(readdirSync(join(it.state, 'rejects'))).toEqual([]);
  const status = await it.run('status', it.pipeline);
  expect(status.stdout).toMatch(/users .* in doubt 1 /);
  expect(status.stdout).toContain(`chatferry run ${it.pipeline}`);
  expect((await it.run('rejects', 'retry', it.pipeline, '--yes')).exitCode).toBe(2);

  it.tamper((_request, forward) => forward());
  const before = it.requests.length;
  const second = await it.run('run', it.pipeline, '--yes', '--json');
  expect(second.exitCode).toBe(0);
  expect(reportOf(second.stdout).entities.users).toMatchObject({
    read: 60,
    created: 60,
    inDoubt: 0,
    exists: 0,
  });
  expect(reportOf(second.stdout)).toMatchObject({ balanced: true, problems: [] });
  expect(it.requests.slice(before).filter((one) => one.startsWith('POST'))).toEqual([
    'POST /data_import/users',
  ]);
  expect((await it.run('status', it.pipeline)).stdout).not.toContain('in doubt');
  expect((await it.run('verify', it.pipeline)).exitCode).toBe(0);
});

test.concurrent('the screen and the pages say what is in doubt, and what to type', async () => {
  await using it = await prepared();
  it.tamper(without('u-7', 'u-9'));
  const { stdout, stderr, exitCode } = await it.run('run', it.pipeline, '--yes');
  expect(exitCode).toBe(7);
  expect(stdout).toMatch(/in doubt 2 .*adds up/);
  expect(`${stdout}${stderr}`).toContain(`chatferry run ${it.pipeline}`);
  const page = readFileSync(join(it.state, 'report.html'), 'utf8');
  expect(page).toContain('2 rows are in doubt');
  expect(JSON.parse(readFileSync(join(it.state, 'report.json'), 'utf8')).entities.users.inDoubt).toBe(2);
});

test.concurrent('a row in doubt that did not land is sent by the next run; one that is refused then becomes a reject', async () => {
  await using it = await prepared();
  it.tamper(swallowing('u-7'));
  const first = await it.run('run', it.pipeline, '--yes', '--json');
  expect(first.exitCode).toBe(7);
  // The whole batch got no word.
  expect(reportOf(first.stdout).entities.users).toMatchObject({ read: 60, created: 10, inDoubt: 50 });
  it.tamper(async ({ path, body }, forward) => {
    if (path !== '/data_import/users' || !body.includes('"u-7"')) return forward();
    const { users: sent } = JSON.parse(body) as { users: Record<string, unknown> };
    const answer = await forward();
    const { data } = answer.body as { data: Record<string, unknown> };
    data['u-7'] = { success: false, error: { code: 'ERR_BAD_NAME', message: 'no' } };
    expect(Object.keys(sent).length).toBe(50);
    return answer;
  });
  const second = await it.run('run', it.pipeline, '--yes', '--json');
  expect(second.exitCode).toBe(4);
  expect(reportOf(second.stdout).entities.users).toMatchObject({
    created: 59,
    rejected: 1,
    inDoubt: 0,
    read: 60,
  });
  expect(readFileSync(join(it.state, 'rejects', 'users.csv'), 'utf8')).toContain('u-7');
});

test.concurrent('in a sync a row in doubt stays sent in the ledger: nothing is removed, and the next run settles it', async () => {
  await using it = await prepared('sync: { onMissing: delete, maxDelete: 90% }');
  expect((await it.run('run', it.pipeline, '--yes')).exitCode).toBe(0);
  it.write('users.csv', users(62).replace('u-1,User 1\n', ''));
  it.tamper(without('u-61'));
  const doubtful = await it.run('run', it.pipeline, '--yes', '--json');
  expect(doubtful.exitCode).toBe(7);
  expect(reportOf(doubtful.stdout).entities.users).toMatchObject({ created: 1, inDoubt: 1 });
  expect((await it.service.users.get('u-1')).uid).toBe('u-1');
  it.tamper((_request, forward) => forward());
  const next = await it.run('run', it.pipeline, '--yes', '--json');
  expect(next.exitCode).toBe(0);
  expect(reportOf(next.stdout).entities.users).toMatchObject({ created: 1, exists: 0, inDoubt: 0 });
  await expect(it.service.users.get('u-1')).rejects.toThrow();
  expect(existsSync(join(it.state, 'rejects', 'users.csv'))).toBe(false);
});

test.concurrent('rows in doubt of compressed files of both formats are found again, in each of several', async () => {
  await using it = await prepared();
  const lines = Array.from({ length: 700 }, (_, n) => JSON.stringify({ uid: `u-${n}`, name: `User ${n}` }));
  rmSync(join(it.folder, 'users.csv'));
  it.write('users-1.ndjson.gz', gzipSync(`${lines.slice(0, 650).join('\n')}\n`));
  it.write('users-2.ndjson', `${lines.slice(650).join('\n')}\n`);
  it.write('doubt.yaml', PIPELINE(it.target).replace('users.csv', 'users-*'));
  it.tamper(without('u-3', 'u-640', 'u-649', 'u-650', 'u-699'));
  const first = await it.run('run', it.pipeline, '--yes', '--json');
  expect(reportOf(first.stdout).entities.users).toMatchObject({ read: 700, created: 695, inDoubt: 5 });
  it.tamper(without('u-649'));
  const second = await it.run('run', it.pipeline, '--yes', '--json');
  expect(second.exitCode).toBe(7);
  expect(reportOf(second.stdout)).toMatchObject({
    balanced: true,
    entities: { users: { read: 700, created: 699, inDoubt: 1 } },
    problems: [{ code: 'ROW.IN_DOUBT', count: 1, samples: [{ key: 'u-649', line: 650 }] }],
  });
  it.tamper((_request, forward) => forward());
  const third = await it.run('run', it.pipeline, '--yes', '--json');
  expect(third.exitCode).toBe(0);
  expect(reportOf(third.stdout).entities.users).toMatchObject({ read: 700, created: 700, inDoubt: 0 });
});

test.concurrent('a row in doubt in a retry of the rejects keeps the retry open until the next one', async () => {
  await using it = await prepared();
  it.write('users.csv', users(20).replace('u-7,User 7', 'u-7,').replace('u-8,User 8', 'u-8,'));
  expect((await it.run('run', it.pipeline, '--yes')).exitCode).toBe(4);
  const rejects = join(it.state, 'rejects', 'users.csv');
  writeFileSync(
    rejects,
    readFileSync(rejects, 'utf8').replace('u-7,,', 'u-7,Seven,').replace('u-8,,', 'u-8,Eight,'),
  );
  it.tamper(without('u-8'));
  const retry = await it.run('rejects', 'retry', it.pipeline, '--yes', '--json');
  expect(retry.exitCode).toBe(7);
  expect(reportOf(retry.stdout).error?.hint).toContain(`chatferry rejects retry ${it.pipeline}`);
  expect(reportOf(retry.stdout).entities.users).toMatchObject({ read: 2, created: 1, inDoubt: 1 });
  it.tamper((_request, forward) => forward());
  expect((await it.run('rejects', 'retry', it.pipeline, '--yes')).exitCode).toBe(0);
  const status = JSON.parse((await it.run('status', it.pipeline, '--json')).stdout);
  expect(status.entities.users.counts).toMatchObject({ read: 20, created: 20, rejected: 0, inDoubt: 0 });
  expect(status.entities.members.counts).toMatchObject({ read: 2, created: 2, blocked: 0 });
});

test.concurrent('an undo removes rows in doubt that have landed', async () => {
  await using it = await prepared();
  it.tamper(without('u-59'));
  expect((await it.run('run', it.pipeline, '--yes')).exitCode).toBe(7);
  const { confirm } = JSON.parse((await it.run('undo', it.pipeline, '--json')).stdout) as { confirm: string };
  expect((await it.run('undo', it.pipeline, '--confirm', confirm)).exitCode).toBe(0);
  expect((await Array.fromAsync(it.service.users.list())).filter(({ uid }) => uid.startsWith('u-'))).toEqual(
    [],
  );
});
