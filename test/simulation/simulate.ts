import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seeded } from '../support/random.ts';
import { type Ended, Machine } from './machine.ts';
import { SimulatedPeer } from './peer.ts';
import { makeScenario, type Scenario } from './scenario.ts';
import { Simulation, START } from './simulation.ts';
import { Timeline } from './timeline.ts';

/** The result of a seed. */
export type Simulated = {
  readonly seed: number;
  readonly scenario: Scenario;
  /** Broken invariants; empty if all hold. */
  readonly trouble: readonly string[];
  readonly history: readonly Ended[];
};

/** A memory file system if there is one. */
const ROOT = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Loads every module of the tool: one that is loaded on first use would take real time in the middle of virtual time. */
export async function loadAll(): Promise<void> {
  const source = join(import.meta.dirname, '../../src');
  const names = readdirSync(source, { recursive: true, encoding: 'utf8' });
  for (const name of names) if (name.endsWith('.ts') && name !== 'cli.ts') await import(join(source, name));
}

/** Runs the scenario of a seed: whole command lines, killed and restarted, against the service in virtual time. */
export async function simulate(seed: number): Promise<Simulated> {
  const folder = mkdtempSync(join(ROOT, 'chatferry-sim-'));
  const random = seeded(seed);
  const scenario = makeScenario(random);
  const time = new Timeline(START);
  const peer = new SimulatedPeer(folder, scenario.limits, time, random);
  const machine = new Machine(join(folder, 'work'), peer, time, random);
  const simulation = new Simulation({ folder: join(folder, 'work'), random, scenario, peer, machine, time });
  try {
    await simulation.run();
  } catch (error) {
    simulation.trouble.push(`the simulation failed: ${(error as Error).stack}`);
  } finally {
    peer[Symbol.dispose]();
    rmSync(folder, { recursive: true });
  }
  return { seed, scenario, trouble: simulation.trouble, history: machine.history };
}
