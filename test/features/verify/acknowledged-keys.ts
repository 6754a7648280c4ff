import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entityNames } from '../../../src/input/entities/entity.ts';
import { Ledger } from '../../../src/ledger/ledger.ts';
import { realSystem } from '../../../src/system/system.ts';
import { ledgerAt } from '../../support/state-at.ts';

/** The keys of the rows that a copy of the ledger says the service has acknowledged. */
export function acknowledgedKeys(state: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-copy-'));
  try {
    copyFileSync(join(state, 'ledger.log'), join(folder, 'ledger.log'));
    // Its process may still be there, stopped.
    const system = { ...realSystem, machine: { ...realSystem.machine, host: 'elsewhere' } };
    using ledger = new Ledger(ledgerAt(join(folder, 'ledger.log')), system);
    return entityNames.flatMap((name) => {
      ledger.indexByKey(name);
      return Array.from(ledger.acknowledgedKeys(name), (key) => `${name} ${key}`);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
