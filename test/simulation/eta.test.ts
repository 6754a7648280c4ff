import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type Limits, NO_LIMITS, parseLimits } from '../../src/sandbox/app/rate-limits.ts';
import { seeded } from '../support/random.ts';
import { eventsIn, ofType, type PrintedEvent } from '../support/schemas/run-schemas.ts';
import { VirtualClock } from '../support/virtual-clock.ts';
import { type Ended, Machine } from './machine.ts';
import { SimulatedPeer } from './peer.ts';
import { loadAll } from './simulate.ts';

const START = Date.parse('2026-03-01T00:00:00Z');
const ROOT = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

beforeAll(loadAll, 60_000);

/** An export whose rows are of very different length, in files that are read one after the other. */
function writeExport(folder: string, messages: number, rest: object): void {
  const table = (name: string, head: string, count: number, row: (n: number) => string): void =>
    writeFileSync(
      join(folder, name),
      `${head}\n${Array.from({ length: count }, (_, n) => `${row(n)}\n`).join('')}`,
    );
  table('users.csv', 'uid,name', 600, (n) => `u-${n},User ${n}`);
  table('groups.csv', 'guid,name,type', 20, (n) => `g-${n},"Group\n${n}",public`);
  table('members.csv', 'guid,uid', 600, (n) => `g-${n % 20},u-${n}`);
  table('messages.csv', 'muid,sender,receiver,receiverType,sentAt,text', messages, (n) =>
    [`m-${n},u-${n % 600},g-${n % 20},group,${1_700_000_000 + n}`, 'x'.repeat(1 + ((n * 7) % 300))].join(),
  );
  writeFileSync(
    join(folder, 'pipeline.yaml'),
    JSON.stringify({
      version: 1,
      name: 'eta',
      retention: { policy: 'allow' },
      target: { baseUrl: 'https://sim.example/v3', apiKey: { env: 'CHATFERRY_API_KEY' } },
      sources: Object.fromEntries(
        ['users', 'groups', 'members', 'messages'].map((name) => [name, { path: `${name}.csv` }]),
      ),
      limits: { requestsPerMinute: 60, batch: 10 },
      ...rest,
    }),
  );
}

/** A machine with the export, before a service with its own limits. */
function room(messages: number, limits: Limits = NO_LIMITS, rest: object = {}) {
  const folder = mkdtempSync(join(ROOT, 'chatferry-eta-'));
  const work = join(folder, 'work');
  mkdirSync(work);
  writeExport(work, messages, rest);
  const random = seeded(11);
  const clock = new VirtualClock(START);
  const peer = new SimulatedPeer(folder, limits, clock, random);
  const machine = new Machine(peer, clock, random);
  const run = (...options: readonly string[]): Promise<Ended> =>
    machine.run(['run', join(work, 'pipeline.yaml'), '--yes', '--events', ...options]);
  return {
    run,
    work,
    [Symbol.dispose]: () => {
      peer[Symbol.dispose]();
      rmSync(folder, { recursive: true });
    },
  };
}

const msOf = ({ ts }: PrintedEvent): number => Date.parse(ts);
const lasted = (events: readonly PrintedEvent[]): number =>
  msOf(events.at(-1) as PrintedEvent) - msOf(events[0] as PrintedEvent);

/**
 * The time that a run said was left once it had gone on for a minute, by the time that was left.
 * @param laterMs how long another run went on after it
 */
function etaError(events: readonly PrintedEvent[], laterMs = 0): number {
  const beganAt = msOf(events[0] as PrintedEvent);
  const said = ofType(events, 'progress').find(
    (event) => event.etaSeconds !== undefined && msOf(event) - beganAt >= 60_000,
  );
  const leftMs = beganAt + lasted(events) + laterMs - Date.parse(said?.ts ?? '');
  return ((said?.etaSeconds ?? Number.NaN) * 1_000) / leftMs - 1;
}

test('the time left that a limited run of 20 minutes says after the first one is right within 10 %, also when it is resumed', async () => {
  using it = room(10_800);
  const stopped = eventsIn((await it.run('--max-duration', '5m')).stdout);
  const atStop = ofType(stopped, 'progress').at(-1);
  expect(stopped.at(-1)).toMatchObject({ type: 'run.finished', exitCode: 7 });
  const resumed = eventsIn((await it.run()).stdout);
  expect(resumed[0]).toMatchObject({ type: 'run.started', resumed: true });
  const [first] = ofType(resumed, 'progress');
  expect(first?.done).toBeGreaterThanOrEqual(atStop?.done ?? Number.NaN);
  expect(first?.done).toBeLessThan(3_700);
  const minutes = (lasted(stopped) + lasted(resumed)) / 60_000;
  expect(Math.round(minutes)).toBe(20);
  expect(Math.abs(etaError(stopped, lasted(resumed)))).toBeLessThan(0.1);
  expect(Math.abs(etaError(resumed))).toBeLessThan(0.1);
  expect(resumed.at(-1)).toMatchObject({ exitCode: 0, result: { balanced: true } });
  expect(ofType(resumed, 'progress').at(-1)).toMatchObject({ done: 12_020, total: 12_020, estimated: false });
});

test('a service that allows less than the pipeline: the time left is that of the rate that it allows', async () => {
  using it = room(1_200, { ...parseLimits('40/min'), sender: undefined });
  const events = eventsIn((await it.run()).stdout);
  expect(lasted(events)).toBeGreaterThan(5 * 60_000);
  expect(Math.abs(etaError(events))).toBeLessThan(0.1);
});

test('the limit that the service states is the one that is shown, and no longer the one of the pipeline', async () => {
  const declared = { limits: { requestsPerMinute: 1_000_000, batch: 10 } };
  using it = room(1_200, { ...parseLimits('40/min'), sender: undefined }, declared);
  const last = ofType(eventsIn((await it.run()).stdout), 'progress').at(-1);
  expect(last?.requests).toMatchObject({ rateClass: 'import', allowedPerMinute: 40, allowedBy: 'stated' });
  expect(last?.requests.perMinute).toBeLessThanOrEqual(40);
  expect(last?.requests.perMinute).toBeGreaterThan(35);
});

test('requests are shown beside the limit of their class, also where rows exist and only changes are sent', async () => {
  using it = room(10, NO_LIMITS, { limits: { requestsPerMinute: 6, batch: 50 }, sync: {} });
  const first = ofType(eventsIn((await it.run()).stdout), 'progress').at(-1);
  expect(first?.requests).toMatchObject({ allowedPerMinute: 6, allowedBy: 'declared', rateClass: 'import' });
  const users = Array.from({ length: 600 }, (_, n) => `u-${n},${n < 299 ? 'Changed' : 'User'} ${n}\n`).join(
    '',
  );
  writeFileSync(join(it.work, 'users.csv'), `uid,name\n${users}`);
  const rates = ofType(eventsIn((await it.run()).stdout), 'progress').map(({ requests }) => requests);
  expect(rates.filter(({ rateClass, perMinute }) => rateClass === 'standard' && perMinute)).not.toEqual([]);
  for (const { rateClass, perMinute = 0, allowedPerMinute } of rates) {
    expect(allowedPerMinute).toBe(rateClass === 'import' ? 6 : 2_000);
    expect(perMinute, rateClass).toBeLessThanOrEqual(1.02 * (allowedPerMinute ?? 0));
  }
});
