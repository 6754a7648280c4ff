import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_LIMITS } from '../../../src/sandbox/app/rate-limits.ts';
import { type Ended, Machine } from '../../simulation/machine.ts';
import { SimulatedPeer } from '../../simulation/peer.ts';
import { seeded } from '../../support/random.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const START = Date.parse('2026-03-01T00:00:00Z');
const ROOT = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

export type End = Parameters<Machine['run']>[1];

/** A simulated machine and service, with a sync of CSV files of these entities that can be ended at any point. */
export function simulatedSync(entities: readonly string[]) {
  const folder = mkdtempSync(join(ROOT, 'chatferry-former-'));
  const work = join(folder, 'work');
  mkdirSync(work);
  const pipeline = join(work, 'pipeline.yaml');
  writeFileSync(
    pipeline,
    JSON.stringify({
      version: 1,
      name: 'former',
      references: 'open',
      sync: {},
      target: { baseUrl: 'https://sim.example/v3', apiKey: { env: 'CHATFERRY_API_KEY' } },
      sources: Object.fromEntries(entities.map((name) => [name, { path: `${name}.csv` }])),
    }),
  );
  const random = seeded(3);
  const clock = new VirtualClock(START);
  const peer = new SimulatedPeer(folder, NO_LIMITS, clock, random);
  const machine = new Machine(peer, clock, random);
  return {
    peer,
    put: (files: Readonly<Record<string, string>>): void => {
      for (const [name, text] of Object.entries(files)) writeFileSync(join(work, name), text);
    },
    imported: (entity: string, rows: Readonly<Record<string, object>>): void =>
      void peer.call('POST', `/data_import/${entity}`, { [entity]: rows }),
    rows: (path: string): unknown[] =>
      (peer.call('GET', path).data as Record<string, unknown>[]).map(
        ({ updatedAt: _, updatedBy: __, lastActiveAt: ___, ...row }) => row,
      ),
    run: (end?: End): Promise<Ended> => machine.run(['run', pipeline, '--yes', '--json'], end),
    confirm: async (): Promise<string | undefined> =>
      (JSON.parse((await machine.run(['undo', pipeline, '--json'])).stdout) as { confirm?: string }).confirm,
    undo: async (id: string, end?: End): Promise<Ended> =>
      await machine.run(['undo', pipeline, '--json', '--confirm', id], end),
    kept: () => existsSync(join(work, '.chatferry/former/former.ndjson')),
    [Symbol.dispose]: () => {
      peer[Symbol.dispose]();
      rmSync(folder, { recursive: true });
    },
  };
}
