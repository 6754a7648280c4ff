import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { FleetStatus } from '../../../src/features/fleet/status/fleet-status.ts';
import { runHere } from '../../support/command-here.ts';
import { sized } from '../../support/long-form.ts';
import { type Fleet, makeFleet } from './fleet-loop.ts';
import { type ServerKind, serverKinds } from './queue-servers.ts';

const GROUPS = 200;
const MESSAGES = sized(8_000, 20_000);
const OTHERS = 10 + GROUPS + 10 * GROUPS;
/** Requests for what comes before the messages. */
const FIRST_REQUESTS = OTHERS / 50 + 2;
/** Tests that take long run over one kind of server each: the stages are the same jobs to both. */
const [REDIS, POSTGRES] = serverKinds as [ServerKind, ServerKind];
const ofRedis = REDIS.missing ? ` (${REDIS.missing})` : '';

/** Waits until the fleet is as it should be. */
async function until(fleet: Fleet, isSo: (status: FleetStatus) => boolean): Promise<FleetStatus> {
  for (;;) {
    const found = await fleet.status().catch(() => undefined);
    if (found && isSo(found)) return found;
    await sleep(100);
  }
}

const stagesIn = ({ pipelines: [first] }: FleetStatus) => first?.stages ?? [];

test('one pipeline on four workers over PostgreSQL, one of which is killed: every row once, in order, and verify finds all', async () => {
  await using server = await POSTGRES.start();
  const size = {
    pipelines: 1,
    rows: MESSAGES + OTHERS,
    groups: GROUPS,
    more: 'shards: 4',
    requestsPerMinute: 6_000,
  };
  await using fleet = await makeFleet(await server.queue(), size);
  const [file = ''] = fleet.files;
  fleet.proxy.hold('app-0', FIRST_REQUESTS + 40);
  expect((await fleet.fleet('submit', file)).code).toBe(0);
  const workers = Array.from({ length: 4 }, () => fleet.worker('--concurrency', '1'));
  const during = await until(
    fleet,
    (status) =>
      stagesIn(status).filter(({ state, progress }) => state === 'running' && progress).length === 4,
  );
  expect(during.pipelines).toHaveLength(1);
  expect(during.pipelines[0]).toMatchObject({ state: 'running', progress: { entity: 'messages' } });
  expect(new Set(stagesIn(during).map(({ worker }) => worker)).size).toBe(4);
  const shown = (await fleet.fleet('status')).out;
  expect(stagesIn(during).map(({ name }) => name)).toEqual([
    'users',
    'groups',
    'members',
    'index',
    'shard 1',
    'shard 2',
    'shard 3',
    'shard 4',
  ]);
  expect(shown).toMatch(
    /^app-0 +running.*\n(?: {2}\S.*\n)* {2}shard 1 .*\n {2}shard 2 .*\n {2}shard 3 .*\n {2}shard 4 /m,
  );
  const twice = await fleet.fleet('submit', file);
  expect([twice.code, twice.out]).toEqual([8, expect.stringContaining('app-0: is running already')]);
  workers[1]?.child.kill('SIGKILL');
  fleet.proxy.open();

  const { pipelines } = await fleet.untilEnded();
  expect(pipelines.map(({ stages, last }) => [stages, last])).toEqual([
    [undefined, expect.objectContaining({ exitCode: 0, counts: { read: size.rows, created: size.rows } })],
  ]);
  expect(await fleet.faults()).toEqual([]);
  const verified = JSON.parse((await runHere(['verify', file, '--json'])).stdout);
  expect([verified.exitCode, verified.entities.messages]).toMatchObject([
    0,
    { same: MESSAGES, differs: 0, onlySource: 0, onlyTarget: 0 },
  ]);
});

test.skipIf(REDIS.missing)(
  `one pipeline on two workers over Redis${ofRedis}, canceled, and with its queue emptied, is done by submitting it again`,
  async () => {
    await using server = await REDIS.start();
    const queue = await server.queue();
    const size = { pipelines: 1, rows: 6_000 + OTHERS, groups: GROUPS, more: 'shards: 4' };
    await using fleet = await makeFleet(queue, { ...size, requestsPerMinute: 600 });
    const [file = ''] = fleet.files;
    const submit = async (): Promise<void> => {
      expect((await fleet.fleet('submit', file)).code).toBe(0);
    };
    await submit();
    for (let at = 0; at < 2; at++) fleet.worker('--concurrency', '2');
    const isWriting = (status: FleetStatus): boolean =>
      stagesIn(status).some(
        ({ name, state, progress }) => /^shard/.test(name) && state === 'running' && progress,
      );
    await until(fleet, isWriting);
    fleet.proxy.hold('app-0', 0);
    const canceling = fleet.fleet('cancel', file);
    await fleet.untilCanceled();
    fleet.proxy.open();
    const canceled = await canceling;
    expect(canceled.out).toContain('app-0: stopped, its state is saved');
    const [stopped] = (await until(fleet, ({ pipelines }) => pipelines[0]?.state === 'failed')).pipelines;
    expect(stopped?.last).toMatchObject({ code: 'FLEET.CANCELED', exitCode: 130 });
    await submit();
    await until(fleet, isWriting);
    await server.empty(queue);
    await submit();
    const { pipelines } = await fleet.untilEnded();
    expect(pipelines[0]?.last).toMatchObject({ exitCode: 0, counts: { created: size.rows } });
    expect(await fleet.faults()).toEqual([]);
  },
);
