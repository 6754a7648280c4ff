import type { Data, Entity } from '../../input/entities/entity.ts';
import { isUncertain, type LedgerEntry } from '../../ledger/entry.ts';
import type { Ledger } from '../../ledger/ledger.ts';

/**
 * The users who come back with a sync run, as far as reactions are concerned whose removal was refused because their user
 * did not reach the message: only then it is tried again.
 */
export class ReturnedUsers {
  /** The reactions that wait for a user, by their number in the ledger. */
  readonly #waiting: ReadonlyMap<string, readonly number[]>;
  /** The reactions whose user comes back. */
  readonly rows = new Set<number>();

  constructor(ledger: Ledger) {
    const waiting = Map.groupBy(ledger.unreached('reactions'), ({ key }) => key.split(' ', 1)[0] ?? '');
    this.#waiting = new Map(Array.from(waiting, ([uid, entries]) => [uid, entries.map(({ row }) => row)]));
  }

  /** Takes a row of any entity that is to be sent. */
  sent({ name }: Entity, data: Data, entry: LedgerEntry | undefined): void {
    if (name !== 'users' && name !== 'members') return;
    if (entry && !isUncertain(entry) && entry.active === true) return;
    for (const row of this.#waiting.get(data['uid'] as string) ?? []) this.rows.add(row);
  }

  /** The entry of a missing row as it is when the sync run has sent its rows. */
  entryOf({ name }: Entity, entry: LedgerEntry): LedgerEntry {
    return name === 'reactions' && this.rows.has(entry.row) ? { ...entry, active: true } : entry;
  }
}
