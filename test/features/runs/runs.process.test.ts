import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { afterRequests, stopWhen } from '../sync/scenario/killing.ts';
import { type Rows, type SyncScenario, syncScenario } from '../sync/scenario/syncs.ts';
import { runHere } from '../verify/migrated.ts';

const users = (count: number, renamed: Readonly<Record<number, string>> = {}): Rows =>
  Array.from({ length: count }, (_, index) => ({
    uid: `u-${index}`,
    name: renamed[index] ?? `User ${index}`,
  }));

type Listed = {
  readonly id: string;
  readonly command: string;
  readonly seconds: number;
  readonly new: number;
  readonly changed: number;
  readonly removed: number;
  readonly rejected: number;
  readonly exitCode?: number;
  readonly error?: string;
};

async function runsOf({ pipeline }: SyncScenario): Promise<readonly Listed[]> {
  const { stdout, exitCode } = await runHere('runs', pipeline, '--json');
  expect(exitCode).toBe(0);
  return (JSON.parse(stdout) as { runs: readonly Listed[] }).runs;
}

const traceOf = (scenario: SyncScenario, id: string) => {
  const folder = join(scenario.state, 'runs', id);
  const lines = readFileSync(join(folder, 'changes.ndjson'), 'utf8').split('\n').filter(Boolean);
  return {
    files: readdirSync(folder).sort(),
    report: JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report,
    page: readFileSync(join(folder, 'report.html'), 'utf8'),
    changes: lines.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
};

const headline = (page: string): string =>
  /<h1 class="(is-\w+)">.*?<span>(.*?)<\/span>/.exec(page)?.slice(1).join(' ') ?? '';

test('thirty syncs: runs lists thirty, the report of each names what changed, a quiet one is green', async () => {
  await using scenario = await syncScenario(['users'], { sync: '{ onMissing: deactivate, maxDelete: 3 }' });
  for (let day = 0; day < 28; day++)
    await scenario.sync({ users: users(40, day === 0 ? {} : { [day]: `Renamed on day ${day}` }) });
  await scenario.sync({ users: users(38, { 27: 'Renamed on day 27' }) });
  await scenario.run();

  const runs = await runsOf(scenario);
  expect(runs).toHaveLength(30);
  expect(runs.map(({ id }) => id)).toEqual(
    runs
      .map(({ id }) => id)
      .toSorted()
      .toReversed(),
  );
  expect(runs.every(({ exitCode, seconds }) => exitCode === 0 && seconds >= 0)).toBe(true);
  const [quiet, left, ...days] = runs;

  expect(quiet).toMatchObject({ new: 0, changed: 0, removed: 0, rejected: 0 });
  const silence = traceOf(scenario, quiet?.id as string);
  expect(headline(silence.page)).toBe('is-good Nothing has changed');
  expect(silence.changes).toEqual([]);
  expect(silence.files).toEqual(['changes.ndjson', 'report.html', 'report.json']);

  expect(left).toMatchObject({ removed: 2, changed: 0 });
  const gone = traceOf(scenario, left?.id as string);
  expect(headline(gone.page)).toBe('is-good 2 deactivated');
  expect(gone.report.changes?.samples).toEqual([
    { entity: 'users', key: 'u-38', action: 'deactivated' },
    { entity: 'users', key: 'u-39', action: 'deactivated' },
  ]);

  // Each day renames one user and takes back the name of the day before.
  for (const [index, { id }] of days.slice(0, -2).entries()) {
    const day = 27 - index;
    const { page, changes, report } = traceOf(scenario, id);
    expect(changes.map(({ key, action, fields }) => [key, action, fields]).toSorted()).toEqual(
      [
        [`u-${day}`, 'updated', ['name']],
        [`u-${day - 1}`, 'updated', ['name']],
      ].toSorted(),
    );
    expect(report.changes).toMatchObject({ total: 2, listed: 2, fields: { 'users.name': 2 } });
    expect(headline(page)).toBe('is-good 2 changed');
    expect(page).toContain(`<code>u-${day}</code>`);
    // Keys and names of fields, no values.
    expect(page).not.toContain('Renamed');
    expect(JSON.stringify([changes, report.changes])).not.toContain('Renamed');
  }
  const first = traceOf(scenario, days.at(-1)?.id as string);
  expect(first.report.entities.users.created).toBe(40);
  expect(first.changes).toEqual([]);
  expect(headline(first.page)).toBe('is-good 40 new');
  expect(existsSync(join(scenario.state, 'report.json'))).toBe(true);
});

test('diff says what two runs did differently; runs are named by id, beginning and place', async () => {
  await using scenario = await syncScenario(['users']);
  await scenario.sync({ users: users(5) });
  await scenario.sync({ users: users(5, { 1: 'One', 2: 'Two' }) });
  await scenario.sync({ users: users(6, { 1: 'One', 2: 'Zwei' }) });
  const [last, before] = await runsOf(scenario);
  const { stdout } = await runHere('diff', scenario.pipeline, 'last-1', last?.id as string, '--json');
  const diff = JSON.parse(stdout) as Record<string, unknown>;
  expect(diff).toMatchObject({
    before: before?.id,
    after: last?.id,
    counts: {
      'users.read': { before: 5, after: 6 },
      'users.created': { after: 1 },
      'users.updated': { before: 2, after: 1 },
    },
    requests: {},
    onlyBefore: { count: 1, samples: [{ entity: 'users', key: 'u-1', action: 'updated' }] },
    onlyAfter: { count: 1, samples: [{ entity: 'users', key: 'u-5', action: 'created' }] },
  });
  expect(Object.keys(diff['inputs'] as object)).toEqual(['users users-0.csv']);
  const text = await runHere('diff', scenario.pipeline, 'last-1', 'last');
  expect(text.stdout).toMatch(/users\.updated +2 → 1/);
  expect((await runHere('diff', scenario.pipeline, 'last', 'last')).stdout).toContain('the same');
  for (const unknown of ['last-3', '2026', '1999', '']) {
    const refused = await runHere('diff', scenario.pipeline, unknown, 'last');
    expect([refused.exitCode, refused.stderr.includes('RUN.UNKNOWN')]).toEqual([2, true]);
  }
});

test('a killed run has a report once the next one begins, with the changes that it had made', async () => {
  await using scenario = await syncScenario(['users']);
  await scenario.sync({ users: users(200) });
  const renamed = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [index, `New ${index}`]));
  scenario.put({ users: users(200, renamed) });
  await stopWhen(scenario, 'SIGKILL', afterRequests(scenario, /^PUT /, 40));
  const [killed] = await runsOf(scenario);
  expect(killed).toMatchObject({ command: 'run' });
  expect(killed).not.toHaveProperty('exitCode');
  expect((await runHere('runs', scenario.pipeline)).stdout).toContain('running now, or killed');
  await scenario.run();
  const runs = await runsOf(scenario);
  expect(runs[1]).toMatchObject({ id: killed?.id, exitCode: 7, error: 'RUN.KILLED' });
  const { report, changes, files } = traceOf(scenario, killed?.id as string);
  expect(files).toEqual(['changes.ndjson', 'report.html', 'report.json']);
  expect(report.changes?.total).toBe(changes.length);
  expect(changes.length).toBeGreaterThan(5);
  // Nothing is listed twice, and nothing is missing but what was under way when it was killed.
  const rest = traceOf(scenario, runs[0]?.id as string);
  const keys = [...changes, ...rest.changes].map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(await scenario.differences()).toBe(0);
});

test('a run that a guard stops has a trace, and so have a retry and an undo', async () => {
  await using scenario = await syncScenario(['users'], { sync: '{ onMissing: delete, maxDelete: 1 }' });
  scenario.put({ users: [...users(10), { uid: 'u-x', name: '' }] });
  expect((await scenario.run()).exitCode).toBe(4);
  const [reject] = readdirSync(join(scenario.state, 'rejects'));
  const path = join(scenario.state, 'rejects', reject as string);
  writeFileSync(path, readFileSync(path, 'utf8').replace('u-x,,', 'u-x,Corrected,'));
  expect((await runHere('rejects', 'retry', scenario.pipeline, '--yes')).exitCode).toBe(0);
  scenario.put({ users: users(2) });
  expect((await scenario.run()).exitCode).toBe(11);
  const { confirm } = JSON.parse((await runHere('undo', scenario.pipeline, '--json')).stdout) as {
    confirm: string;
  };
  expect((await runHere('undo', scenario.pipeline, '--confirm', confirm)).exitCode).toBe(0);

  const [undone, guarded, retried, first] = await runsOf(scenario);
  expect(first).toMatchObject({ command: 'run', new: 10, rejected: 1, exitCode: 4 });
  expect(retried).toMatchObject({ command: 'rejects retry', exitCode: 0 });
  expect(traceOf(scenario, retried?.id as string).changes).toMatchObject([{ key: 'u-x', action: 'created' }]);
  expect(guarded).toMatchObject({ exitCode: 11, error: 'GUARD.MAX_DELETE' });
  expect(headline(traceOf(scenario, guarded?.id as string).page)).toMatch(/^is-bad /);
  expect(undone).toMatchObject({ command: 'undo', removed: 11, exitCode: 0 });
  const trace = traceOf(scenario, undone?.id as string);
  expect(trace.changes).toHaveLength(11);
  expect(trace.changes.every(({ action }) => action === 'deleted')).toBe(true);
  expect(headline(trace.page)).toBe('is-good 11 rows removed');
});

test('the fifty last runs stay, the older ones go after the new one is written; state check knows them', async () => {
  await using scenario = await syncScenario(['users']);
  await scenario.sync({ users: users(3) });
  const [own] = readdirSync(join(scenario.state, 'runs'));
  const report = readFileSync(join(scenario.state, 'runs', own as string, 'report.json'));
  for (let old = 0; old < 60; old++) {
    const folder = join(scenario.state, 'runs', `20200101T0000${String(old).padStart(2, '0')}Z-0000`);
    mkdirSync(folder);
    writeFileSync(join(folder, 'report.json'), report);
  }
  await scenario.run();
  const kept = readdirSync(join(scenario.state, 'runs')).sort();
  expect(kept).toHaveLength(50);
  expect(kept[0]).toBe('20200101T000012Z-0000');
  expect((await runHere('state', 'check', scenario.pipeline)).stdout).toContain('50 kept runs');
  writeFileSync(join(scenario.state, 'runs', kept[0] as string, 'report.json'), '{');
  const { stdout, exitCode } = await runHere('state', 'check', scenario.pipeline);
  expect(stdout).toMatch(/✖ runs\/20200101T000012Z-0000\/report\.json +damaged/);
  expect(exitCode).toBe(9);
});
