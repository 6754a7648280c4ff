import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seeded } from '../support/random.ts';
import { VirtualClock } from '../support/virtual-clock.ts';
import type { EndOf } from './life.ts';
import { type Ended, Machine } from './machine.ts';
import { SimulatedPeer } from './peer.ts';
import { makeEnd, makeScenario, type Scenario } from './scenario.ts';
import { Simulation, START } from './simulation.ts';

/** The result of a seed. */
export type Simulated = {
  readonly seed: number;
  readonly scenario: Scenario;
  /** Broken invariants; empty if all hold. */
  readonly trouble: readonly string[];
  readonly history: readonly Ended[];
  /** The points of the first process of each command that was run until it was done. */
  readonly phases: readonly number[];
  /** The names of these commands. */
  readonly commands: readonly string[];
};

/** A memory file system if there is one. */
const ROOT = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** What no process of the simulation loads: the entry, the source of a WebAssembly module, the code of threads. */
const ELSEWHERE = /^cli\.ts$|assembly[/\\]|[/\\](worker|[\w-]+-thread)\.ts$/;

/** Loads every module of the tool: one that is loaded on first use would take real time in the middle of virtual time. */
export async function loadAll(): Promise<void> {
  const source = join(import.meta.dirname, '../../src');
  const names = readdirSync(source, { recursive: true, encoding: 'utf8' });
  for (const name of names)
    if (name.endsWith('.ts') && !ELSEWHERE.test(name)) await import(join(source, name));
}

/**
 * Node.js keeps a signal of `AbortSignal.any` that has a listener until it aborts, which those of killed processes never
 * do, and with it all that the process had. This one goes with its process.
 */
function anySignal(signals: Iterable<AbortSignal>): AbortSignal {
  const either = new AbortController();
  for (const signal of signals) {
    const abort = (): void => either.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  }
  return either.signal;
}

/** What may be decided instead of drawn. */
export type Decided = { readonly scenario?: Partial<Scenario>; readonly endOf?: EndOf };

/** Runs the scenario of a seed: whole command lines, killed and restarted, against the service in virtual time. */
export async function simulate(seed: number, decided: Decided = {}): Promise<Simulated> {
  AbortSignal.any = anySignal;
  const root = mkdtempSync(join(ROOT, 'chatferry-sim-'));
  const folder = join(root, 'work');
  // Names of temporary folders are of the seed, which another process may run, too.
  const { TMPDIR } = process.env;
  process.env['TMPDIR'] = root;
  const random = seeded(seed);
  const scenario = { ...makeScenario(random), ...decided.scenario };
  const clock = new VirtualClock(START);
  const peer = new SimulatedPeer(root, scenario.limits, clock, random);
  const machine = new Machine(peer, clock, random);
  const endOf: EndOf = ({ tries, points }) => (tries < scenario.ends ? makeEnd(random, points) : undefined);
  const simulation = new Simulation({
    endOf: decided.endOf ?? endOf,
    folder,
    random,
    scenario,
    peer,
    machine,
    clock,
  });
  try {
    await simulation.run();
  } catch (error) {
    simulation.trouble.push(`the simulation failed: ${(error as Error).stack}`);
  } finally {
    peer[Symbol.dispose]();
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
    rmSync(root, { recursive: true });
  }
  const { trouble, phases, commands } = simulation;
  return { seed, scenario, trouble, phases, commands, history: machine.history };
}
