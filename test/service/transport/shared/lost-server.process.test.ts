import { expect, test } from 'vitest';
import { createLimiter } from '../../../../src/service/transport/limiter.ts';
import { openSharedBudget, sharedBy } from '../../../../src/service/transport/shared/open-shared-budget.ts';
import { type Clock, realClock } from '../../../../src/system/clock.ts';
import { realSystem } from '../../../../src/system/system.ts';
import { serverKinds } from '../../../features/fleet/queue-servers.ts';

const BUDGETS = { import: { requests: 6_000, perMs: 60_000, concurrency: 4 } };
const SPEED = 20;
/** Time goes faster, so that half a minute is no half minute. */
const fast: Clock = {
  ...realClock,
  elapsed: () => realClock.elapsed() * SPEED,
  after: (ms, work) => realClock.after(ms / SPEED, work),
};

for (const { name, missing, start } of serverKinds)
  test.skipIf(missing !== undefined)(
    `a limit over ${name} outlives a restart of the server, and ends the run if the server does not come back${missing ? ` (${missing})` : ''}`,
    async () => {
      await using server = await start();
      const url = await server.queue();
      const system = { ...realSystem, sharing: { url } };
      await using opened = new AsyncDisposableStack();
      const limiter = (clock: Clock) => {
        const budget = openSharedBudget('/nowhere', ['app'], system);
        if (!budget) throw new Error('not shared');
        opened.use(budget);
        return createLimiter(
          BUDGETS,
          undefined,
          clock,
          sharedBy(budget, () => {}),
        );
      };
      const [patient, hurried] = [limiter(realClock), limiter(fast)];
      const { signal } = new AbortController();
      expect(await patient.run('import', async () => 'sent', signal)).toBe('sent');
      expect(await hurried.run('import', async () => 'sent', signal)).toBe('sent');
      await server.stop();
      const waiting = patient.run('import', async () => 'sent later', signal);
      const error = await hurried.run('import', async () => 'sent', signal).catch((one: Error) => one);
      expect(error).toMatchObject({ code: 'RUN.BUDGET_LOST' });
      expect((error as Error).message).not.toContain(new URL(url).password);
      await server.start();
      expect(await waiting).toBe('sent later');
    },
  );
