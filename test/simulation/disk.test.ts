import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { NO_LIMITS } from '../../src/sandbox/app/rate-limits.ts';
import { sized } from '../support/long-form.ts';
import { seeded } from '../support/random.ts';
import { VirtualClock } from '../support/virtual-clock.ts';
import { compare, readService } from './checker.ts';
import { arrange } from './exports/arrange.ts';
import { type Export, makeExport, writeExport } from './exports/export.ts';
import { PLAIN } from './exports/forms.ts';
import type { End } from './life.ts';
import { type Ended, Machine } from './machine.ts';
import { SimulatedPeer } from './peer.ts';
import { pipelineOf, type Scenario } from './scenario.ts';
import { loadAll } from './simulate.ts';

const START = Date.parse('2026-03-01T00:00:00Z');
const ROOT = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const CODES = ['ENOSPC', 'EIO', 'EROFS'] as const;

beforeAll(loadAll, 60_000);

const rooms: Room[] = [];
afterEach(() => {
  for (const room of rooms.splice(0)) room[Symbol.dispose]();
});

/** A machine, a service without faults, and an export. */
class Room implements Disposable {
  readonly peer: SimulatedPeer;
  readonly machine: Machine;
  readonly pipeline: string;
  readonly tables: Export;
  readonly #folder = mkdtempSync(join(ROOT, 'chatferry-disk-'));

  constructor(seed: number, onMissing: Scenario['onMissing']) {
    rooms.push(this);
    const random = seeded(seed);
    const clock = new VirtualClock(START);
    const work = join(this.#folder, 'work');
    mkdirSync(join(work, 'export'), { recursive: true });
    this.peer = new SimulatedPeer(this.#folder, NO_LIMITS, clock, random);
    this.machine = new Machine(this.peer, clock, random);
    this.pipeline = join(work, 'pipeline.yaml');
    const scenario: Scenario = {
      api: 'import',
      onMissing,
      format: 'csv',
      concurrency: 2,
      batch: 50,
      timeoutSeconds: 5,
      ends: 0,
      requestsPerMinute: undefined,
      limits: NO_LIMITS,
      isPopulated: false,
      faults: this.peer.faults,
      aheadMs: [0, 0, 0],
      forms: PLAIN,
    };
    writeFileSync(this.pipeline, pipelineOf(scenario));
    this.tables = makeExport(random, START / 1_000);
    writeExport(join(work, 'export'), arrange(this.tables, PLAIN).files, scenario);
  }

  /** Runs a command whose disk fails at a point, then again until it ends by itself; returns how it ended first. */
  async through(end: End, ...args: readonly string[]): Promise<Ended> {
    const first = await this.machine.run(args, end);
    expectSaid(first);
    const last = await this.machine.run(args);
    expect([0, 4], last.stderr).toContain(last.exitCode);
    return first;
  }

  [Symbol.dispose](): void {
    this.peer[Symbol.dispose]();
    rmSync(this.#folder, { recursive: true });
  }
}

/** A failed disk is named as that, with the command to go on, and never hides behind another error. */
function expectSaid({ exitCode, stderr, isCut, command, end, points }: Ended): void {
  expect([0, 4, 7], `${command}: ${stderr}`).toContain(exitCode);
  expect(stderr).not.toMatch(/BUG\.|CORRUPT|Suppressed/);
  if (isCut && exitCode === 7) expect(stderr).toContain(`continue with:  chatferry ${command}`);
  // At the last point nothing is left to fail.
  else if (isCut && end?.at !== points) expect(exitCode).toBe(4);
}

/** The disk fails at every so manieth point of a command, once or for ever. */
async function* ends(step: number): AsyncGenerator<End> {
  for (let at = 1, n = 0; ; at += step, n++)
    yield { kind: 'disk', at, code: CODES[n % 3] as 'EIO', once: n % 2 === 0 };
}

test.each([
  ['a migration', undefined, sized(31, 11)],
  ['a sync', 'delete', sized(79, 29)],
] as const)(
  'a disk that fails at any point of %s is named, and nothing is lost or doubled',
  async (_, onMissing, step) => {
    let isCut = true;
    for await (const end of ends(step)) {
      if (!isCut) return;
      const room = new Room(7, onMissing);
      ({ isCut } = await room.through(end, 'run', room.pipeline, '--yes', '--json'));
      expect(compare(readService(room.peer.app), room.tables, { extra: new Set(), times: true })).toEqual([]);
      room[Symbol.dispose]();
      rooms.pop();
    }
  },
);

test('a disk that fails at any point of undo, plan, verify and a retry of rejects is named as well', async () => {
  const room = new Room(7, undefined);
  const { pipeline, machine } = room;
  expect((await machine.run(['run', pipeline, '--yes', '--json'])).exitCode).toBe(4);
  for (const args of [
    ['plan', pipeline],
    ['verify', pipeline, '--one-way'],
    ['rejects', 'retry', pipeline, '--yes'],
  ]) {
    let isCut = true;
    for await (const end of ends(args[0] === 'rejects' ? sized(67, 29) : sized(19, 7))) {
      if (!isCut) break;
      ({ isCut } = await room.through(end, ...args));
    }
  }
  const shown = await machine.run(['undo', pipeline, '--json', '--include-used']);
  const { confirm } = JSON.parse(shown.stdout) as { readonly confirm: string };
  const undo = ['undo', pipeline, '--json', '--include-used', '--confirm', confirm];
  for (let at = 1; ; at += sized(97, 41)) {
    const ended = await machine.run(undo, { kind: 'disk', at, code: 'ENOSPC', once: false });
    expectSaid(ended);
    if (ended.exitCode === 0) break;
  }
  expect(readService(room.peer.app).messages.size).toBe(0);
});
