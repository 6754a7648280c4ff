import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_LIMITS } from '../../../src/sandbox/app/rate-limits.ts';
import { seeded } from '../../support/random.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { isWrite } from '../acknowledged.ts';
import { type Ended, Machine } from '../machine.ts';
import { SimulatedPeer } from '../peer.ts';
import { makeEnd } from '../scenario.ts';
import { loadAll } from '../simulate.ts';
import { START } from '../simulation.ts';
import { type Content, found, stated, unread } from './found.ts';
import { filesOf, pipelineText, World } from './world.ts';

const ROOT = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const DAY_MS = 86_400_000;
/** Processes of one night before it counts as never ending. */
const PROCESSES_MAX = 12;

/** What happened in the nights of a seed. */
export type Nights = {
  readonly seed: number;
  /** Nights that were run. */
  readonly nights: number;
  /** Processes that were killed, stopped or had a full disk. */
  readonly cut: number;
  /** What was wrong, of the first night in which anything was. */
  readonly trouble: readonly string[];
};

/**
 * A sync of all entities over many nights. Rows leave and come back at random, and processes are ended at random. After
 * each night the service has exactly what the files say, and a second sync sends nothing.
 */
export async function playNights(seed: number, nights: number): Promise<Nights> {
  await loadAll();
  const root = mkdtempSync(join(ROOT, 'chatferry-nights-'));
  const folder = join(root, 'work');
  mkdirSync(folder);
  const random = seeded(seed);
  const clock = new VirtualClock(START);
  const peer = new SimulatedPeer(root, NO_LIMITS, clock, random);
  const machine = new Machine(peer, clock, random);
  const world = new World(random);
  const pipeline = join(folder, 'pipeline.yaml');
  const api = random() < 0.5 ? 'import' : 'rest';
  writeFileSync(pipeline, pipelineText(api));
  const run = ['run', pipeline, '--yes', '--json'];
  const trouble: string[] = [];
  let night = 0;
  try {
    while (trouble.length === 0 && night < nights) {
      night++;
      const tables = world.next();
      for (const [name, text] of Object.entries(filesOf(tables, world.deleted())))
        writeFileSync(join(folder, name), text);
      let points = 600;
      let exitCode: number | undefined;
      for (let tries = 0; exitCode !== 0 && tries < PROCESSES_MAX; tries++) {
        const end = tries < 2 && random() < 0.6 ? makeEnd(random, points) : undefined;
        const ended = await machine.run(run, end);
        exitCode = ended.exitCode;
        points = Math.max(20, ended.points);
        if (exitCode === undefined || exitCode === 0 || ended.isCut) continue;
        trouble.push(`exit ${exitCode}: ${problemsIn(ended)}`);
        break;
      }
      if (trouble.length > 0) break;
      trouble.push(...differences(stated(tables), found(peer.app)));
      // Messages that are sent live have the time of the run: those receipts are before all of them.
      if (api === 'import') trouble.push(...unread(peer.app, tables));
      const before = peer.handled.length;
      const again = await machine.run(run);
      if (again.exitCode !== 0) trouble.push(`again: exit ${again.exitCode}: ${again.stderr.slice(0, 500)}`);
      for (const { method, path } of peer.handled.slice(before).filter(isWrite))
        trouble.push(`a second sync sends ${method} ${path}`);
      await clock.run(() => clock.sleep(DAY_MS));
    }
    return { seed, nights: night, cut: machine.history.filter(({ isCut }) => isCut).length, trouble };
  } finally {
    peer[Symbol.dispose]();
    rmSync(root, { recursive: true });
  }
}

/** Why a run has not taken all rows, or has taken none. */
const problemsIn = ({ stdout, stderr }: Ended): string => {
  const { problems, error } = JSON.parse(stdout || '{}') as Readonly<Record<string, unknown>>;
  return JSON.stringify(problems ?? error ?? stderr).slice(0, 2_000);
};

const differences = (wanted: Content, there: Content): string[] => [
  ...[...wanted].filter((line) => !there.has(line)).map((line) => `missing: ${line}`),
  ...[...there].filter((line) => !wanted.has(line)).map((line) => `too much: ${line}`),
];
