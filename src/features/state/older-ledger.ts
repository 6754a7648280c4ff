import type { Checkpoint } from '../../delivery/checkpoint.ts';
import { RunError } from '../../errors/run-error.ts';
import { entityNames } from '../../input/entities/entity.ts';
import { hasLedger, LedgerFile } from '../../ledger/ledger-file.ts';
import { ledgerMarks } from '../../ledger/marks.ts';
import type { System } from '../../system/system.ts';

/** Name of the lineage that a ledger had before it was brought up to date. */
const WAS = 'was';

/**
 * If a ledger is the right one and only too old, prepares it to be brought up to date: gives it a new lineage, so that it
 * is not taken for finished, and makes what it says of our rows uncertain.
 * @returns whether it is such a ledger
 */
export function reopenOlder(
  path: string,
  checkpoint: Checkpoint | undefined,
  { files, random }: System,
): boolean {
  const claim = checkpoint?.ledger;
  if (!claim || !hasLedger(path, files)) return false;
  const file = openFile(path, files);
  if (!file) return false;
  try {
    const lineage = file.getMeta('lineage');
    if (lineage !== claim.lineage && file.getMeta(WAS) !== claim.lineage) return false;
    file.change(() => {
      file.getOrSetMeta(WAS, claim.lineage);
      file.setMeta('lineage', random.uuid());
      file.statement("DELETE FROM meta WHERE name LIKE 'published %'").run();
      file.statement('DELETE FROM changed').run();
      for (const entity of entityNames) makeUncertain(file, entity);
    });
    return true;
  } finally {
    file.close();
  }
}

function makeUncertain(file: LedgerFile, entity: (typeof entityNames)[number]): void {
  for (const mark of ['unread', 'leaving'] as const)
    file.statement(ledgerMarks[mark](entity).replace('row = ?', 'row > ?')).run(0);
}

function openFile(path: string, files: System['files']): LedgerFile | undefined {
  try {
    return new LedgerFile(path, files);
  } catch (error) {
    if (error instanceof RunError) return undefined;
    throw error;
  }
}
