import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expectedOf } from './checker.ts';
import { ENTITIES, type Entity, type Export } from './exports/export.ts';
import type { Ended, Machine } from './machine.ts';
import type { SimulatedPeer } from './peer.ts';
import type { Scenario } from './scenario.ts';

/** What the report of a run that has ended claims wrongly. */
export function untrue(
  ended: Ended,
  tables: Export,
  day: number,
  { isPopulated, onMissing }: Scenario,
): string[] {
  const trouble: string[] = [];
  const { entities, balanced } = JSON.parse(ended.stdout) as {
    readonly balanced: boolean;
    readonly entities: Readonly<Record<Entity, Readonly<Record<string, number>>>>;
  };
  if (!entities) return [`a run has no counts: ${ended.stdout.slice(0, 500)}`];
  if (!balanced) trouble.push('the counts do not add up');
  let rejected = 0;
  for (const entity of ENTITIES) {
    const counts = entities[entity];
    const count = (...names: readonly string[]): number =>
      names.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
    const expect = (what: string, actual: number, wanted: number): void => {
      if (actual !== wanted)
        trouble.push(`${entity}: ${what} ${actual} instead of ${wanted}: ${JSON.stringify(counts)}`);
    };
    const good = expectedOf(tables, entity).length;
    rejected += count('rejected', 'blocked');
    expect('read', count('read'), tables[entity].length);
    expect('rejected', count('rejected', 'blocked'), tables[entity].filter(({ isBad }) => isBad).length);
    expect('landed', count('created', 'updated', 'exists', 'unchanged'), good);
    expect('in doubt', count('inDoubt', 'pending'), 0);
    if (isPopulated || day > 1) continue;
    if (onMissing === undefined) expect('created', count('created'), good);
    expect('exists', count('exists'), 0);
  }
  if (ended.exitCode !== (rejected > 0 ? 4 : 0))
    trouble.push(`exit ${ended.exitCode} with ${rejected} rejects`);
  return trouble;
}

/** The prepared tables that a run or a sync has left although nothing is to be done with them. */
export function leftTables({ exitCode, command }: Ended, folder: string): string[] {
  const tables = join(folder, '.chatferry', 'sim', 'prepared');
  if (exitCode !== 0 || !command.startsWith('run') || !existsSync(tables)) return [];
  return readdirSync(tables).map((name) => `run: exit 0, and ${name} is still there`);
}

/**
 * Takes the ledger away, runs the pipeline, which must refuse and send nothing, and puts the ledger back.
 * @returns what was wrong
 */
export async function loseLedger(
  pipeline: string,
  { machine, peer, folder }: { machine: Machine; peer: SimulatedPeer; folder: string },
): Promise<string[]> {
  // Its index stays: it is no ledger.
  const ledger = join(folder, '.chatferry', 'sim', 'ledger.log');
  const kept = join(folder, 'kept');
  renameSync(ledger, kept);
  const before = peer.handled.length;
  const { exitCode } = await machine.run(['run', pipeline, '--yes', '--json']);
  const sent = peer.handled.length - before;
  if (existsSync(ledger))
    return [`a run creates the ledger that is lost, exit ${exitCode}, ${sent} requests`];
  renameSync(kept, ledger);
  return exitCode === 9 && sent === 0 ? [] : [`a run without its ledger: exit ${exitCode}, ${sent} requests`];
}
