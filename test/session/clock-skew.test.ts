import { expect, test } from 'vitest';
import { skippingClock } from '../support/skipping-clock.ts';
import { type TamperedService, tamperedService } from '../support/tampered-service.ts';

/** The clock of this machine is an hour ahead of the service's: what we have created is ours all the same. */

function hourAhead() {
  const clock = skippingClock();
  const state = { aheadMs: 3_600_000 };
  return { state, system: { clock: { ...clock, now: () => clock.now() + state.aheadMs } } };
}

const USERS = `uid,name\n${[1, 2, 3, 4, 5, 6].map((n) => `u${n},User ${n}\n`).join('')}`;

function pipelineAt(here: TamperedService, rest = ''): string {
  here.write('users.csv', USERS);
  here.write('groups.csv', 'guid,name\ng1,Group\n');
  return here.write(
    'p.yaml',
    `version: 1\nname: p\n${here.target} }\nsources: { users: { path: users.csv }, groups: { path: groups.csv } }\n${rest}`,
  );
}

/** Loses the answer to the first import of users and of groups, after the service has taken it. */
function loseFirstAnswers(here: TamperedService): void {
  const lost = new Set<string>();
  here.tamper(async ({ method, path }, forward) => {
    const answer = await forward();
    if (method !== 'POST' || !path.startsWith('/data_import/') || lost.has(path)) return answer;
    lost.add(path);
    return { status: 0, body: '' };
  });
}

const uids = async ({ service }: TamperedService): Promise<number> =>
  (await Array.fromAsync(service.users.list())).length;

async function undone(here: TamperedService, pipeline: string, count = 6): Promise<void> {
  const dry = await here.run('undo', pipeline, '--json');
  const { confirm, entities } = JSON.parse(dry.stdout);
  expect(entities.users.direct).toBe(count);
  const { exitCode, stdout } = await here.run('undo', pipeline, '--json', '--confirm', confirm);
  const { users, groups } = JSON.parse(stdout).entities;
  expect([exitCode, users.removed, groups.removed]).toEqual([0, count, 1]);
}

test('an undo removes all that its preview says, and the run says that the clock is wrong', async () => {
  const { system } = hourAhead();
  await using here = await tamperedService(system);
  const before = await uids(here);
  const pipeline = pipelineAt(here);
  const { exitCode, stdout, stderr } = await here.run('run', pipeline, '--yes');
  expect(exitCode).toBe(0);
  expect(stderr).toMatch(/RUN\.CLOCK_WRONG: the clock of this machine is 3\d{3} s ahead of the service's/);
  expect(stdout).toContain('RUN.CLOCK_WRONG');
  await undone(here, pipeline);
  expect(await uids(here)).toBe(before);
});

test.each(['', 'sync: { onMissing: delete, maxDelete: 100% }'])(
  'rows whose answers were lost count as created: %s',
  async (sync) => {
    const { state, system } = hourAhead();
    await using here = await tamperedService(system);
    const pipeline = pipelineAt(here, sync);
    loseFirstAnswers(here);
    const { exitCode, stdout } = await here.run('run', pipeline, '--yes', '--json');
    const { users, groups } = JSON.parse(stdout).entities;
    expect([exitCode, users.created, groups.created]).toEqual([0, 6, 1]);
    // The clock is set right, and what was created is ours.
    state.aheadMs = 0;
    await undone(here, pipeline);
  },
);

test('a clock that is behind is corrected once, also if the first run has ended before it has written anything', async () => {
  const { state, system } = hourAhead();
  state.aheadMs = -3_600_000;
  await using here = await tamperedService(system);
  const pipeline = pipelineAt(here, 'sync: {}');
  const others = Array.from({ length: 12 }, (_, at) => `other${at}`);
  for (const uid of others) await here.service.users.create({ uid, name: 'Before' });
  // Rows that are in the service already would change: the run stops after it has looked.
  here.write('users.csv', `${USERS}${others.map((uid) => `${uid},After\n`).join('')}`);
  expect((await here.run('run', pipeline, '--yes')).exitCode).toBe(11);
  here.write('users.csv', USERS);
  expect((await here.run('run', pipeline, '--yes')).exitCode).toBe(0);
  await undone(here, pipeline);
});

test('what a run has sent that ended before any answer had the time of the service is ours', async () => {
  const { system } = hourAhead();
  await using here = await tamperedService(system);
  const before = await uids(here);
  const pipeline = pipelineAt(here, 'sync: {}');
  expect((await here.run('run', pipeline, '--yes')).exitCode).toBe(0);
  here.write('users.csv', `${USERS}u7,User 7\n`);
  const lost = { status: 0, body: '' };
  here.tamper(async ({ method }, forward) => {
    if (method === 'POST') await forward();
    return lost;
  });
  expect((await here.run('run', pipeline, '--yes')).exitCode).toBe(7);
  here.tamper((_request, forward) => forward());
  const { exitCode, stdout } = await here.run('run', pipeline, '--yes', '--json');
  expect([exitCode, JSON.parse(stdout).entities.users.created]).toEqual([0, 1]);
  expect(await uids(here)).toBe(before + 7);
  await undone(here, pipeline, 7);
  expect(await uids(here)).toBe(before);
});

test('a clock that is right is not spoken of', async () => {
  await using here = await tamperedService();
  const { stdout, stderr } = await here.run('run', pipelineAt(here), '--yes');
  expect(stdout + stderr).not.toContain('CLOCK');
});
