import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { FleetStatus } from '../../../src/features/fleet/status/fleet-status.ts';
import { runHere } from '../../support/command-here.ts';
import { type Fleet, makeFleet } from './fleet-loop.ts';
import { type ServerKind, serverKinds } from './queue-servers.ts';

const GROUPS = 200;
const OTHERS = 10 + GROUPS + 10 * GROUPS;
/** Fewer over the second kind of server, which does the same; so slow that there is time to look. */
const SIZES = [
  { kind: 'PostgreSQL', messages: 50_000, requestsPerMinute: 6_000 },
  { kind: 'Redis', messages: 10_000, requestsPerMinute: 1_500 },
];

/** Waits until the fleet is as it should be. */
async function until(fleet: Fleet, isSo: (status: FleetStatus) => boolean): Promise<FleetStatus> {
  for (;;) {
    const found = await fleet.status().catch(() => undefined);
    if (found && isSo(found)) return found;
    await sleep(100);
  }
}

const stagesIn = ({ pipelines: [first] }: FleetStatus) => first?.stages ?? [];

for (const { kind, messages, requestsPerMinute } of SIZES) {
  const { missing, start } = serverKinds.find(({ name }) => name === kind) as ServerKind;
  describe.skipIf(missing)(
    `one pipeline on four workers over ${kind}${missing ? ` (${missing})` : ''}`,
    () => {
      test('one of which is killed: every row once, in order, and verify finds all', async () => {
        await using server = await start();
        const size = {
          pipelines: 1,
          rows: messages + OTHERS,
          groups: GROUPS,
          more: 'shards: 4',
          requestsPerMinute,
        };
        await using fleet = await makeFleet(await server.queue(), size);
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
            expect.objectContaining({ exitCode: 0, counts: { read: size.rows, created: size.rows } }),
          ],
        ]);
        expect(await fleet.faults()).toEqual([]);
        const verified = JSON.parse((await runHere(['verify', file, '--json'])).stdout);
        expect([verified.exitCode, verified.entities.messages]).toMatchObject([
          0,
          { same: messages, differs: 0, onlySource: 0, onlyTarget: 0 },
        ]);
      });
    },
  );
}
