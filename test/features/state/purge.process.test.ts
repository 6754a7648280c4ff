import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeLock } from '../../../src/files/lock.ts';
import { realSystem } from '../../../src/system/system.ts';
import { runHere } from '../../support/command-here.ts';
import { syncScenario } from '../sync/scenario/syncs.ts';

const USERS = [
  { uid: 'ann', name: 'Ann' },
  { uid: 'ben', name: 'Ben' },
  { uid: 'c d', name: 'Cid' },
];

test('a state is purged after a yes: the service keeps its rows, and the next run knows of none', async () => {
  await using scenario = await syncScenario(['users']);
  scenario.put({ users: USERS });
  expect((await scenario.run()).exitCode).toBe(4);
  await runHere(['forget', scenario.pipeline, '--uid', 'ben', '--yes']);
  const purge = ['state', 'purge', scenario.pipeline];
  const before = scenario.requests.length;

  const asked = await runHere(purge);
  expect(asked).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(`${purge.join(' ')} --yes`) });
  expect(asked.stdout).toMatch(/checkpoint\.json .*\n[\s\S]*ledger\.log .*\n[\s\S]*This also deletes: undo/);
  expect(await runHere(purge, async () => 'y')).toMatchObject({ exitCode: 3 });
  expect(existsSync(join(scenario.state, 'ledger.log'))).toBe(true);

  expect(await runHere(purge, async () => 'yes')).toMatchObject({ exitCode: 0, stderr: '' });
  // Whom it has forgotten is known by digests alone, and a new run must not send them again.
  expect(readdirSync(scenario.state)).toEqual(['forgotten.json']);
  expect(readFileSync(join(scenario.state, 'forgotten.json'), 'utf8')).not.toContain('ben');
  expect(scenario.requests.length).toBe(before);
  expect((await runHere(['status', scenario.pipeline])).stdout).toContain('not started');

  const { report } = await scenario.run();
  expect(report.entities.users).toMatchObject({ read: 3, exists: 1, skipped: 1, rejected: 1 });
  const undo = await runHere(['undo', scenario.pipeline]);
  expect(undo.stdout).toMatch(/users +remove +0 {3}1 stay, they existed before/);
});

test('it refuses while another process holds the lock, and has nothing to do twice', async () => {
  await using scenario = await syncScenario(['users']);
  scenario.put({ users: USERS });
  await scenario.run();
  const purge = ['state', 'purge', scenario.pipeline, '--yes'];
  {
    await using _lock = await takeLock(join(scenario.state, 'lock'), 'another run', realSystem);
    expect(await runHere(purge)).toMatchObject({
      exitCode: 8,
      stderr: expect.stringContaining('another run'),
    });
  }
  expect(JSON.parse((await runHere([...purge, '--json'])).stdout)).toMatchObject({
    command: 'state purge',
    exitCode: 0,
    removed: expect.arrayContaining([expect.objectContaining({ name: 'ledger.log' })]),
  });
  expect((await runHere(purge)).stdout).toContain('Nothing is saved.');
});
