import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { faultless } from '../../e2e/checker.ts';
import { type PostgresServer, rowsOf, startPostgres } from '../../support/postgres.ts';
import { type Machines, machinesWith, until } from './machines.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server[Symbol.asyncDispose]());

const MESSAGES = 6_000;
/** Requests for them. */
const REQUESTS = MESSAGES / 50;
const SLOW = ['--faults', 'delay=25'];
/** Seconds: far more than a command needs that is loaded already, on a busy machine too. */
const LEASE = 12;

const stateIn = async (url: string): Promise<{ version: number; epoch: number; holder: unknown }> => {
  const found = await rowsOf(url, 'SELECT version, epoch, holder FROM chatferry_states').catch(() => []);
  const { version = 0, epoch = 0, holder } = found[0] ?? {};
  return { version: Number(version), epoch: Number(epoch), holder };
};

describe('a run whose state a server keeps', () => {
  test('is killed on one machine after the other, and each goes on from nothing but the server', async () => {
    const url = await server.database();
    await using machines = await machinesWith({ url, messages: MESSAGES, bad: 500, sandbox: SLOW });
    let kills = 0;
    let before = 0;
    // So many times is something saved before the kill.
    for (const saves of [0, 1, 2, 3, 5, 8, 13, 21, 4, 30]) {
      machines.gate.hold(REQUESTS / 10);
      const { child, ended } = machines.start(`m${kills}`, 'run', 'PIPELINE', '--yes');
      let hasEnded = false;
      void ended.then(() => {
        hasEnded = true;
      });
      await until(async () => {
        const { version, epoch } = await stateIn(url);
        if (epoch <= kills) return hasEnded;
        // Not all is done before that many are killed.
        return hasEnded || version >= before + saves || machines.gate.waiting() > 0;
      });
      if (hasEnded) break;
      child.kill('SIGKILL');
      expect((await ended).signal).toBe('SIGKILL');
      kills++;
      before = (await stateIn(url)).version;
    }
    expect(kills).toBeGreaterThan(6);
    machines.gate.open();
    const last = await machines.on('last', 'run', 'PIPELINE', '--yes', '--json');
    expect(last.err).not.toContain('LOCKED');
    await expectAll(machines, JSON.parse(last.out) as Report);
    // What the killed ones had on its way is gone.
    expect(
      await rowsOf(url, 'SELECT content FROM chatferry_chunks EXCEPT SELECT content FROM chatferry_files'),
    ).toEqual([]);
  });

  test('goes on while the server is stopped for less than its lease', async () => {
    const url = await server.database();
    await using machines = await machinesWith({ url, messages: MESSAGES, bad: 500, sandbox: SLOW });
    machines.gate.hold(REQUESTS / 2);
    const { ended } = machines.start('a', 'run', 'PIPELINE', '--yes', '--json');
    await until(() => machines.gate.waiting() > 0);
    await server.stop();
    machines.gate.open();
    await server.start();
    const { code, out, err } = await ended;
    expect([code, err]).toEqual([4, expect.not.stringContaining('STATE.')]);
    await expectAll(machines, JSON.parse(out) as Report);
  });

  test('ends when the server stays away for longer, and goes on later', async () => {
    const url = await server.database();
    await using machines = await machinesWith({
      url: `${url}?lease=${LEASE}`,
      messages: MESSAGES,
      bad: 500,
      sandbox: SLOW,
    });
    machines.gate.hold(REQUESTS / 2);
    const { ended } = machines.start('a', 'run', 'PIPELINE', '--yes');
    await until(() => machines.gate.waiting() > 0);
    await server.stop();
    machines.gate.open();
    const { code, err } = await ended;
    expect(code).toBe(8);
    expect(err).toContain('STATE.LOCK_LOST');
    expect(err).toContain('does not answer');
    await server.start();
    const last = await machines.on('b', 'run', 'PIPELINE', '--yes', '--json');
    await expectAll(machines, JSON.parse(last.out) as Report);
  });
});

describe('a process that was stopped for longer than its lease', () => {
  test('sends and saves nothing once it goes on: another has the state', async () => {
    {
      // Loads the program into this process: the next command begins at once.
      await using small = await machinesWith({ url: await server.database(), messages: 10 });
      expect((await small.on('other', 'run', 'PIPELINE', '--yes')).code).toBe(0);
    }
    const url = await server.database();
    await using machines = await machinesWith({
      url: `${url}?lease=${LEASE}`,
      messages: MESSAGES,
      bad: 500,
      sandbox: SLOW,
    });
    machines.gate.hold(REQUESTS / 2);
    const frozen = machines.start('frozen', 'run', 'PIPELINE', '--yes');
    await until(() => machines.gate.waiting() > 0);
    frozen.child.kill('SIGSTOP');
    const early = await machines.on('other', 'run', 'PIPELINE', '--yes');
    expect([early.code, early.err]).toEqual([8, expect.stringContaining('STATE.LOCKED')]);
    await until(async () => {
      const [found] = await rowsOf(
        url,
        "SELECT renewed + lease_ms * interval '1 millisecond' < clock_timestamp() AS over FROM chatferry_states",
      );
      return found?.['over'] === true;
    });
    // The other one is at work when the first one wakes.
    const other = machines.start('other', 'run', 'PIPELINE', '--yes', '--json');
    const { epoch } = await stateIn(url);
    await until(async () => (await stateIn(url)).epoch > epoch);
    machines.gate.open();
    frozen.child.kill('SIGCONT');
    const { code, err } = await frozen.ended;
    expect([code, err]).toEqual([8, expect.stringContaining('STATE.LOCK_LOST')]);
    await expectAll(machines, JSON.parse((await other.ended).out) as Report);
    expect((await stateIn(url)).epoch).toBe(epoch + 1);
  });
});

/** Every valid row once and in order, every other one in the rejects, and the counts say so. */
async function expectAll(machines: Machines, report: Report): Promise<void> {
  expect(report.error).toBeUndefined();
  const wrong = report.entities.messages.rejected;
  expect(wrong).toBe(MESSAGES / 500);
  expect(await machines.messages()).toEqual(faultless(MESSAGES - wrong));
  const { users, groups, members, messages } = report.entities;
  expect([users.created, groups.created, members.created, messages.created]).toEqual([
    40,
    5,
    80,
    MESSAGES - wrong,
  ]);
}
