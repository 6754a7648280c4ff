import { describe, expect, test } from 'vitest';
import type { CliProcess } from '../../e2e/cli-process.ts';
import { sized } from '../../support/long-form.ts';
import { killing, makeFleet, sharedPipelines } from './fleet-loop.ts';
import { serverKinds } from './queue-servers.ts';

const SIZE = { pipelines: sized(6, 12), rows: 200 };
const WORKERS = 3;
const KILLS = sized(3, 6);

for (const { name, missing, start: startServer } of serverKinds)
  describe.skipIf(missing)(`a fleet over ${name}${missing ? ` (${missing})` : ''}`, () => {
    test('whose workers are killed writes every row once, in order, and no pipeline twice at once', async () => {
      await using server = await startServer();
      await using fleet = await makeFleet(await server.queue(), SIZE);
      // One is still at it when the first worker is killed.
      fleet.proxy.hold('app-0', 2);
      const submitted = await fleet.fleet('submit', ...fleet.files);
      expect(submitted, submitted.err).toMatchObject({ code: 0 });
      const start = (): CliProcess => fleet.worker('--concurrency', '2');
      const workers = Array.from({ length: WORKERS }, start);
      await using killer = killing(start, workers, 2_000, KILLS);
      await expect.poll(() => killer.kills).toBeGreaterThan(0);
      fleet.proxy.open();
      const { pipelines } = await fleet.untilEnded();
      await killer[Symbol.asyncDispose]();
      expect(pipelines.map(({ last }) => last)).toEqual(
        Array(SIZE.pipelines).fill(
          expect.objectContaining({ exitCode: 0, counts: { read: SIZE.rows, created: SIZE.rows } }),
        ),
      );
      expect(await fleet.faults()).toEqual([]);
      expect(sharedPipelines(fleet.proxy)).toEqual([]);
    });
  });
