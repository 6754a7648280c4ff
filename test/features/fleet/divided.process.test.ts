import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { FleetStatus } from '../../../src/features/fleet/status/fleet-status.ts';
import { runHere } from '../../support/command-here.ts';
import { type Fleet, makeFleet } from './fleet-loop.ts';
import { serverKinds } from './queue-servers.ts';

const GROUPS = 200;
const OTHERS = 10 + GROUPS + 10 * GROUPS;
/** Fewer over the second kind of server, which does the same. */
const MESSAGES = { PostgreSQL: 50_000, Redis: 10_000 };
const SIZE = { pipelines: 1, groups: GROUPS, more: 'shards: 4' };
/** So slow that there is time to look: some seconds. */
const PER_MINUTE = { PostgreSQL: 6_000, Redis: 1_200 };

/** Waits until the fleet is as it should be. */
async function until(fleet: Fleet, isSo: (status: FleetStatus) => boolean): Promise<FleetStatus> {
  for (;;) {
    const found = await fleet.status().catch(() => undefined);
    if (found && isSo(found)) return found;
    await sleep(100);
  }
}

const stagesIn = ({ pipelines: [first] }: FleetStatus) => first?.stages ?? [];

for (const { name, missing, start: startServer } of serverKinds)
  describe.skipIf(missing)(
    `one pipeline on four workers over ${name}${missing ? ` (${missing})` : ''}`,
    () => {
      test('one of which is killed: every row once, in order, and verify finds all', async () => {
        await using server = await startServer();
        await using fleet = await makeFleet(await server.queue(), { ...SIZE, requestsPerMinute: 6_000 });
        const [file = ''] = fleet.files;
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
        expect(shown).toMatch(
          /^app-0 +running.*\n(?: {2}\S.*\n)* {2}shard 1 .*\n {2}shard 2 .*\n {2}shard 3 .*\n {2}shard 4 /m,
        );
        const twice = await fleet.fleet('submit', file);
        expect([twice.code, twice.out]).toEqual([8, expect.stringContaining('app-0: is running already')]);
        workers[1]?.child.kill('SIGKILL');

        const { pipelines } = await fleet.untilEnded();
        expect(pipelines.map(({ stages, last }) => [stages, last])).toEqual([
          [
            undefined,
            expect.objectContaining({ exitCode: 0, counts: { read: SIZE.rows, created: SIZE.rows } }),
          ],
        ]);
        expect(await fleet.faults()).toEqual([]);
        const verified = JSON.parse((await runHere(['verify', file, '--json'])).stdout);
        expect([verified.exitCode, verified.entities.messages]).toMatchObject([
          0,
          { same: MESSAGES, differs: 0, onlySource: 0, onlyTarget: 0 },
        ]);
      });
    },
  );
